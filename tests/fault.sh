#!/bin/sh
# fault.sh PROGRAM SOURCE: runs a program that goes wrong on purpose and compares how it ends with
# what the comments at the top of its source say:
#
#   // expect: EXIT_CODE ~ REGEX ~ REGEX ...   the exit code, and extended regular expressions of
#   // expect: ~ REGEX ~ REGEX ...             which each matches some line of stdout or stderr
#   // environment: NAME=VALUE                 set for the run
#   // sanitizer: skip                         a sanitizer ends it in another way (for the caller)
program=$1 source=$2
code=$(sed -n 's|^// expect: *\([0-9][0-9]*\).*|\1|p' "$source")
[ -n "$code" ] || { echo "$source has no line '// expect: EXIT_CODE ~ REGEX ...'"; exit 1; }
lines=$(sed -n 's|^// expect: *[0-9]* *~ *||p' "$source" |
    awk '{ n = split($0, part, / +~ +/); for (i = 1; i <= n; i++) print part[i] }')
# shellcheck disable=SC2046  # the settings are words
exec env $(sed -n 's|^// environment: *||p' "$source") \
    sh "$(dirname "$0")/expect.sh" "$code" "$lines" "$program"
