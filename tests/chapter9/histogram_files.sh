#!/bin/sh
# histogram_files.sh PROGRAM: the histogram of files of all kinds, by every way that a text comes in,
# compared with what od and awk count.
program=$1
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
failed=0

# expect NAME FILE [OPTION...]: the program, reading FILE from standard input as well, counts it right.
expect() {
    name=$1 file=$2
    shift 2
    od -An -v -tu1 "$file" | awk '
        { for (i = 1; i <= NF; i++) count[$i < 128 ? $i : 128]++ }
        END {
            for (i = 0; i <= 128; i++) {
                n = count[i] + 0
                printf "%s%d %d %d %d\n", i == 128 ? ">=" : "", i, n, n, n
            }
        }' >"$folder/expected"
    for source in "$file" -; do
        "$program" --file "$source" "$@" --csv "$folder/table.csv" <"$file" >"$folder/output" 2>&1
        code=$?
        [ "$code" -ne 77 ] || { cat "$folder/output"; exit 77; }
        # The character in the second cell may be a comma: the last three cells are counts.
        awk -F, 'NR > 1 { print $1, $(NF - 2), $(NF - 1), $NF }' "$folder/table.csv" \
            >"$folder/actual"
        if [ "$code" -ne 0 ] || ! cmp -s "$folder/expected" "$folder/actual"; then
            echo "$name, --file $source: exit code $code"
            diff "$folder/expected" "$folder/actual"
            cat "$folder/output"
            failed=1
        fi
        rm -f "$folder/table.csv"
    done
}

: >"$folder/empty"
expect 'no byte' "$folder/empty"
printf 'x' >"$folder/one"
expect 'one byte' "$folder/one"
printf '\377' >"$folder/other"
expect 'one byte that is no character' "$folder/other"
awk 'BEGIN { for (i = 0; i < 70001; i++) printf "e" }' >"$folder/same"
expect 'one letter' "$folder/same"
expect 'one letter, pieces that fit' "$folder/same" --piece 70001
expect 'one letter, a byte more than a piece' "$folder/same" --piece 70000 --blocks 1
expect 'one letter, many pieces' "$folder/same" --piece 997 --blocks 3
awk 'BEGIN { for (i = 0; i < 1024; i++) for (j = 0; j <= i % 256; j++) printf "%03o\n", i % 256 }' |
    awk '{ printf "\\" $1 }' >"$folder/octal"
# shellcheck disable=SC2059 # the file holds escapes
printf "$(head -c 100000 "$folder/octal")" >"$folder/binary"
expect 'binary' "$folder/binary" --piece 5000 --blocks 7
expect 'itself' "$0" --piece 1000
expect 'more threads than bytes' "$0" --blocks 1000

# A pipe that gives little at a time.
(printf 'abc'; sleep 0.1; printf 'abc') | "$program" - --piece 4 >"$folder/output" 2>&1
grep -q '^PASSED: 6 characters and 0 other bytes of 6;' "$folder/output" ||
    { echo 'a slow pipe:'; cat "$folder/output"; failed=1; }

# The bar: where stderr is a terminal, and only there.
"$program" --n 5000 --piece 1000 >/dev/null 2>"$folder/errors"
[ -s "$folder/errors" ] && { echo 'a bar into a file'; failed=1; }
if command -v script >/dev/null 2>&1; then
    script -qec "'$program' --n 5000 --piece 1000 >/dev/null" "$folder/typescript" >/dev/null
    grep -q '\[########  *\]  20 %' "$folder/typescript" ||
        { echo 'no bar on a terminal'; cat "$folder/typescript"; failed=1; }
    script -qec "printf xyz | '$program' --file - >/dev/null" "$folder/typescript" >/dev/null
    grep -q '0\.0 MB' "$folder/typescript" ||
        { echo 'no count of bytes on a terminal'; cat "$folder/typescript"; failed=1; }
fi
exit "$failed"
