#!/bin/sh
# pages.sh ROOT: a program of a chapter is read like a page. None is longer than 150 lines, and none longer than 120
# unless a line of its first comment says why: "// Long because ...".
cd "$1" || exit 1

# too_long FILE...: those that are, and what is wrong with them.
too_long() {
    for program; do
        awk '
            head == NR - 1 && /^\/\// { head = NR }
            head == NR && /^\/\/ Long because ./ { reason = 1 }
            END {
                if (NR > 150)
                    print FILENAME ": " NR " lines, and the most is 150"
                else if (NR > 120 && !reason)
                    print FILENAME ": " NR " lines, more than 120, and no reason in its first comment"
                else if (NR <= 120 && reason)
                    print FILENAME ": " NR " lines, which is not long, and takes no reason"
            }' "$program"
    done
}

# finds COUNT LINES LINE...: what it finds in a program that begins with these lines and has so many.
page=$(mktemp) || exit 1
trap 'rm -f "$page"' EXIT
finds() {
    expected=$1 lines=$2
    shift 2
    { printf '%s\n' "$@"; seq $((lines - $#)); } >"$page"
    found=$(too_long "$page")
    [ "$(printf '%s' "$found" | grep -c '')" = "$expected" ] && return
    printf 'expected %s findings in %s lines that begin so, and got "%s":\n' "$expected" "$lines" "$found"
    head -5 "$page"
    exit 1
}
finds 0 120 '// dot: a dot product'
finds 1 121 '// dot: a dot product'
finds 0 121 '// dot: a dot product' '//' '// Long because it is checked.'
finds 1 121 '// dot: a dot product' '#include <math.h>' '// Long because it is checked.'
finds 0 150 '// Long because it is checked.'
finds 1 151 '// Long because it is checked.'
finds 1 120 '// Long because it is checked.'

set -- ch*/*.cu
found=$(too_long "$@")
[ -z "$found" ] || { printf '%s\n' "$found"; exit 1; }
echo "$# programs"
[ $# -gt 40 ]
