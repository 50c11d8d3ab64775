#!/bin/sh
# run.sh PROGRAM SOURCE: runs a program that goes wrong on purpose and compares how it ends with
# what the comments at the top of its source say:
#
#   // expect: EXIT_CODE ~ REGEX ~ REGEX ...   the exit code, and extended regular expressions of
#   // expect: ~ REGEX ~ REGEX ...             which each matches some line of stdout or stderr
#   // environment: NAME=VALUE                 set for the run
#   // sanitizer: skip                         a sanitizer ends it in another way (for the caller)
#
# Exit codes: 0 as expected, 1 not, 2 wrong usage, 77 where the program has no device.
if [ $# -ne 2 ] || [ ! -r "$2" ]; then
    echo "usage: run.sh PROGRAM SOURCE" >&2
    exit 2
fi
program=$1 source=$2

wanted_code=$(sed -n 's|^// expect: *\([0-9][0-9]*\).*|\1|p' "$source")
patterns=$(sed -n 's|^// expect: *[0-9]* *~ *||p' "$source" |
    awk '{ n = split($0, part, / +~ +/); for (i = 1; i <= n; i++) print part[i] }')
if [ -z "$wanted_code" ]; then
    echo "$source has no line '// expect: EXIT_CODE ~ REGEX ...'" >&2
    exit 2
fi
while IFS= read -r setting; do
    [ -z "$setting" ] || export "${setting?}"
done <<END
$(sed -n 's|^// environment: *||p' "$source")
END

output=$("$program" 2>&1 </dev/null)
code=$?
if [ "$code" -eq 77 ] && [ "$wanted_code" -ne 77 ]; then
    printf '%s\n' "$output"
    exit 77
fi
failed=0
if [ "$code" -ne "$wanted_code" ]; then
    echo "expected exit code $wanted_code, got $code"
    failed=1
fi
while IFS= read -r pattern; do
    if [ -n "$pattern" ] && ! printf '%s\n' "$output" | grep -Eq -e "$pattern"; then
        echo "expected a line like: $pattern"
        failed=1
    fi
done <<END
$patterns
END
if [ "$failed" -ne 0 ]; then
    printf 'the whole output:\n%s\n' "$output"
fi
exit "$failed"
