#!/bin/sh
# readme.sh README.md PROGRAMS: runs each "$ ./book run PROGRAM ..." that a code block of the README
# shows, as PROGRAMS/PROGRAM, and compares its output with the lines that follow there.
readme=$1 programs=$2
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT

# Splits the README into pairs of files, N.command and N.expected.
awk -v folder="$folder" '
    /^```/ { inside = !inside; shown = 0; next }
    inside && /^\$ \.\/book run ch/ {
        number++; shown = 1
        print substr($0, length("$ ./book run ") + 1) > (folder "/" number ".command")
        printf "" > (folder "/" number ".expected")
        next
    }
    inside && shown { print > (folder "/" number ".expected") }
' "$readme"

failed=0 count=0
for command in "$folder"/*.command; do
    [ -e "$command" ] || break
    count=$((count + 1))
    read -r line <"$command"
    # shellcheck disable=SC2086 # the line is words
    "$programs"/$line >"$folder/actual" 2>&1
    if ! diff "${command%.command}.expected" "$folder/actual" >"$folder/difference"; then
        printf '%s\n' "./book run $line prints something else (<: the README, >: the program):"
        cat "$folder/difference"
        failed=1
    fi
done
echo "$count commands"
[ "$count" -gt 0 ] && [ "$failed" -eq 0 ]
