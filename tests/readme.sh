#!/bin/sh
# readme.sh README.md PROGRAMS: runs each "$ [VARIABLE=VALUE] ./book run PROGRAM ..." that a code block
# of the README shows, as PROGRAMS/PROGRAM, in an empty folder without a display, and compares its
# output with the lines that follow there.
readme=$1 programs=$2
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT

# Splits the README into pairs of files, N.command and N.expected.
awk -v folder="$folder" '
    /^```/ { inside = !inside; shown = 0; next }
    inside && /^\$ ([A-Z_]+=[^ ]* )*\.\/book run (--backend emulator )?ch/ {
        number++; shown = 1
        print substr($0, 3) > (folder "/" number ".command")
        printf "" > (folder "/" number ".expected")
        next
    }
    inside && shown { print > (folder "/" number ".expected") }
' "$readme"

# The words of such a line, run.
run() {
    while [ "$1" != ./book ]; do
        export "${1?}"
        shift
    done
    shift 2
    [ "$1" != --backend ] || shift 2
    program=$1
    shift
    cd "$folder/empty" && exec "$programs/$program" "$@"
}

mkdir "$folder/empty"
unset DISPLAY
failed=0 count=0
for command in "$folder"/*.command; do
    [ -e "$command" ] || break
    count=$((count + 1))
    read -r line <"$command"
    # shellcheck disable=SC2086 # the line is words
    (run $line) >"$folder/actual" 2>&1
    if ! diff "${command%.command}.expected" "$folder/actual" >"$folder/difference"; then
        printf '%s\n' "$line prints something else (<: the README, >: the program):"
        cat "$folder/difference"
        failed=1
    fi
done
echo "$count commands"
[ "$count" -gt 0 ] && [ "$failed" -eq 0 ]
