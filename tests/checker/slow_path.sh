#!/bin/sh
# slow_path.sh PROGRAM SLOW RUNS: what the checker says with its shortcuts (PROGRAM) and without them (SLOW: the same
# program, see emulator/checker/fast/shortcuts.h) is the same, word for word. RUNS: a source with mistakes, whose
# cases are run, random kernels, fuzz_SEED.cu, or a program of the suite, chapter/program.
if [ $# -ne 3 ] || [ ! -x "$1" ] || [ ! -x "$2" ]; then
    echo "usage: slow_path.sh PROGRAM SLOW SOURCE|CHAPTER/PROGRAM" >&2
    exit 2
fi
ROOT=$(CDPATH='' cd -- "$(dirname "$0")/../.." && pwd -P)
program=$1 slow=$2
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
export BOOK_PROGRAM=program # says how much was looked at where nothing is found
# How often a race of mistakes comes up in bytes of one word depends on what its cell keeps of them.
counts=s/x/x/
case $3 in
*/fuzz_*.cu) sed -n 's|^//! \([0-9]* [0-9]*\) .*|\1|p' "$3" >runs ;;
*.cu)
    "$program" | tr ' ' '\n' | sed '/./!d; s/$/ wrong/' >runs
    counts='s/[0-9]* times* \(so far\|in all\)/N times \1/; s/[0-9]* accesses/N accesses/'
    ;;
*)
    # shellcheck source=/dev/null
    . "$ROOT/book.d/check.sh"
    said_of "$3" check >runs
    [ -s runs ] || echo >runs
    ;;
esac
[ -s runs ] || { echo "$3 names nothing to run"; exit 1; }

failed=0
while read -r options; do
    for which in "$program" "$slow"; do
        # shellcheck disable=SC2086  # the options are words
        "$which" $options </dev/null >/dev/null 2>report
        echo "exit code $?" >>report
        sed "$counts" report
    done >both
    # The second half is to be the first one again.
    awk '{ line[NR] = $0 }
        END {
            for (i = 1; i <= NR / 2 && line[i] == line[i + NR / 2]; i++)
                ;
            exit NR % 2 || i <= NR / 2
        }' both || { echo "$options: with shortcuts, and without:"; cat both; failed=1; }
done <runs
exit $failed
