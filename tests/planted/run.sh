#!/bin/sh
# run.sh PROGRAM SOURCE CASE: runs a case with its mistake, which the checker must name, and
# corrected, of which it must say nothing. In the source,
#
#   code; // here: CASE      the report must name this file and line
#   // CASE: REGEX           and have a line that matches this extended regular expression
#   // CASE exits 0          only a warning: the exit code is the program's own
#
# Twice, because a report must be the same every time.
if [ $# -ne 3 ] || [ ! -r "$2" ]; then
    echo "usage: run.sh PROGRAM SOURCE CASE" >&2
    exit 2
fi
program=$1 source=$2 name=$3 failed=0

complain() {
    echo "$1"
    failed=1
}

output=$("$program" "$name" faulty 2>&1 </dev/null)
code=$?
wanted=$(sed -n "s|^// $name exits *||p" "$source")
[ $code -eq "${wanted:-98}" ] ||
    complain "the faulty one: expected exit code ${wanted:-98}, got $code"
# shellcheck disable=SC2013  # the words are numbers of lines
for line in $(grep -nE "// here: ([a-z0-9_]+, )*$name(,|\$)" "$source" | cut -d : -f 1); do
    printf '%s\n' "$output" | grep -Eq "${source##*/}:$line([^0-9]|\$)" || complain "line $line is not named"
done
while IFS= read -r pattern; do
    [ -z "$pattern" ] || printf '%s\n' "$output" | grep -Eq -e "$pattern" ||
        complain "expected a line like: $pattern"
done <<END
$(sed -n "s|^// $name: *||p" "$source")
END
again=$("$program" "$name" faulty 2>&1 </dev/null)
[ "$again" = "$output" ] || complain "another run has another report: $again"
[ $failed -eq 0 ] || printf 'the whole report:\n%s\n' "$output"

output=$("$program" "$name" corrected 2>&1 </dev/null)
code=$?
if [ $code -ne 0 ] || [ -n "$output" ]; then
    printf 'the corrected one: exit code %s\n%s\n' "$code" "$output"
    failed=1
fi
exit $failed
