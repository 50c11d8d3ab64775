#!/bin/sh
# mistake.sh PROGRAM SOURCE CASE: runs a case with its mistake, which the checker must name, and
# corrected, of which it must say nothing. In the source,
#
#   code; // here: CASE      the report must name this file and line
#   // CASE: REGEX           and have a line that matches this extended regular expression
#   // CASE exits 0          only a warning: the exit code is the program's own
#   // CASE is strict        as ./book check --strict
#
# Twice, because a report must be the same every time; with MISTAKE_ONCE=1 once, by another compiler, say, of which
# that does not depend.
program=$1 source=$2 name=$3
expect=$(dirname "$0")/expect.sh
code=$(sed -n "s|^// $name exits *||p" "$source")
! grep -q "^// $name is strict\$" "$source" || export CUDA_CHECKER_STRICT=1
lines=$(
    sed -n "s|^// $name: *||p" "$source"
    grep -nE "// here: ([a-z0-9_]+, )*$name(,|\$)" "$source" |
        sed "s|:.*||; s|.*|${source##*/}:&([^0-9]\|\$)|"
)
[ -n "$lines" ] || { echo "$source does not say what must be said about $name"; exit 1; }

report=$(sh "$expect" "${code:-98}" "$lines" "$program" "$name" wrong) || {
    printf '%s with its mistake:\n%s\n' "$name" "$report"
    exit 1
}
again=$report
[ -n "${MISTAKE_ONCE-}" ] || again=$("$program" "$name" wrong 2>&1 </dev/null)
[ "$again" = "$report" ] || {
    printf '%s with its mistake:\n%s\nand in another run:\n%s\n' "$name" "$report" "$again"
    exit 1
}
report=$(sh "$expect" 0 '' "$program" "$name" corrected)
code=$?
if [ $code -ne 0 ] || [ -n "$report" ]; then
    printf '%s corrected, of which nothing may be said:\n%s\n' "$name" "$report"
    exit 1
fi
