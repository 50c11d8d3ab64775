#!/bin/sh
# csv.sh HEADER ROWS PROGRAM [OPTION...]: the program, told --csv FILE and run on one device, passes and writes a file
# of that header row and as many more rows as said, each with as many cells.
header=$1 rows=$2
shift 2
CUDA_VISIBLE_DEVICES=0
export CUDA_VISIBLE_DEVICES
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
"$@" --csv "$folder/table.csv"
code=$?
[ "$code" -eq 0 ] || exit "$code"
cat "$folder/table.csv" || exit 1
if [ "$(head -1 "$folder/table.csv")" != "$header" ]; then
    echo "expected the header $header"
    exit 1
fi
awk -F, -v rows="$rows" '
    NR == 1 { cells = NF }
    NF != cells { print "row " NR " has " NF " cells, the header " cells; bad = 1 }
    END { if (NR != rows + 1) { print NR - 1 " rows, expected " rows; bad = 1 }; exit bad }
' "$folder/table.csv"
