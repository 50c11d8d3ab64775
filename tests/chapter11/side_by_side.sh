#!/bin/sh
# side_by_side.sh PROGRAM: runs of histogram_mpi that begin and end side by side do not take from each other what they
# need, and leave nothing among the temporary files, however they end.
ranks=$(CDPATH='' cd -- "$(dirname "$0")/.." && pwd)/ranks.sh
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
trap 'exit 1' INT TERM
mkdir "$folder/temporary"
TMPDIR=$folder/temporary
export TMPDIR

# One of the others fails at once, when it has a device, when rank 0 opens the file or has opened it: it ends rank 0.
for call in 2 3 7; do
    for i in 1 2 3 4; do
        BOOK_FAILING_CALL=$call sh "$ranks" "$1" >"$folder/$call.$i" 2>&1 &
    done
done
wait
for call in 2 3 7; do
    for i in 1 2 3 4; do
        grep -q 'made to fail' "$folder/$call.$i" || { cat "$folder/$call.$i"; exit 1; }
    done
done
left=$(ls -A "$TMPDIR")
[ -z "$left" ] || { echo "left behind:"; echo "$left"; exit 1; }

# The folder that all processes of Open MPI would share, where one of them cannot have it.
host=$(uname -n)
for name in "$host" "${host%%.*}"; do
    : >"$TMPDIR/ompi.$name.$(id -u)"
done
BOOK_RANKS=2 sh "$ranks" "$1" --n 1000
