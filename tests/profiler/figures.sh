#!/bin/sh
# figures.sh PROGRAM SOURCE: runs a program that was built for the profiler; fails unless its figures are those that the
# source expects (see figures.awk), twice the same, and unless each of these numbers is found to be wrong if it is one
# more.
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
compare() { LC_ALL=C awk -v SABOTAGE="$3" -f "${0%/*}/figures.awk" "$1" "$2"; }

failed=0
for run in 1 2; do
    if ! CUDA_PROFILER_CSV=$work/$run "$1" >"$work/said" 2>&1 </dev/null; then
        cat "$work/said"
        echo "the program has failed"
        failed=1
    fi
done
cmp "$work/1" "$work/2" || failed=1
wrong=$(compare "$work/1" "$2" 0 | sort)
if [ -n "$wrong" ]; then
    printf '%s\n' "$wrong"
    failed=1
fi
number=1
while :; do
    wrong=$(compare "$work/1" "$2" $number)
    case $wrong in
    *'no such number'*) break ;;
    '')
        echo "nobody saw that number $number is wrong"
        failed=1
        ;;
    esac
    number=$((number + 1))
done
[ $failed -ne 0 ] || echo "$((number - 1)) figures are as expected"
exit $failed
