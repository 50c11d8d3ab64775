#!/bin/sh
# readme.sh README.md BUILD [DIGITS]: runs each "$ [VARIABLE=VALUE] ./book run PROGRAM ..." that a code block of
# the README shows, as BUILD/emulator/PROGRAM, "./book check PROGRAM ..." as BUILD/checked/PROGRAM, and
# "./book profile PROGRAM ..." as BUILD/profiled/PROGRAM, in an empty folder without a display, and compares its output with the lines that follow there. A
# line "..." there stands for any lines. With DIGITS the programs round products that the READMEs' do not, and of
# sums of fractions the digits are not compared.
readme=$1 build=$2 digits=${3-}
here=$(CDPATH='' cd -- "$(dirname "$0")" && pwd)
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT

# Splits the README into pairs of files, N.command and N.expected.
awk -v folder="$folder" '
    /^```/ { inside = !inside; shown = 0; next }
    inside && /^\$ ([A-Z_]+=[^ ]* )*\.\/book (run (--backend emulator )?|check |profile )ch/ {
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
    flavour=emulator
    case $2 in check) flavour=checked ;; profile) flavour=profiled ;; esac
    shift 2
    [ "$1" != --backend ] || shift 2
    program=$1
    shift
    export BOOK_PROGRAM="$program" # as ./book does
    cd "$folder/empty" || exit
    case $1 in
    --ranks) ranks=$2 && shift 2 && BOOK_RANKS=$ranks exec sh "$here/ranks.sh" "$build/$flavour/$program" "$@" ;;
    esac
    exec "$build/$flavour/$program" "$@"
}

# expand EXPECTED ACTUAL: prints EXPECTED, each "..." in it replaced by the lines of ACTUAL up to the
# one that follows in EXPECTED.
expand() {
    awk '
        NR == FNR { actual[++count] = $0; next }
        $0 == "..." { open = 1; next }
        {
            if (open)
                while (at < count && actual[at + 1] != $0)
                    print actual[++at]
            open = 0
            ++at
            print
        }
        END {
            while (open && at < count)
                print actual[++at]
        }' "$2" "$1"
}

mkdir "$folder/empty"
unset DISPLAY
failed=0 count=0
for command in "$folder"/*.command; do
    [ -e "$command" ] || break
    count=$((count + 1))
    read -r line <"$command"
    case $line in './book check '*) [ -d "$build/checked" ] || continue ;; esac # not built here
    # shellcheck disable=SC2086 # the line is words
    (run $line) >"$folder/actual" 2>&1
    if [ -n "$digits" ]; then
        for text in "$folder/actual" "${command%.command}.expected"; do
            sed -E 's/[0-9]\.[0-9]+e[-+][0-9]+|[0-9]{12,}/N/g' "$text" >"$folder/text" && mv "$folder/text" "$text"
        done
    fi
    expand "${command%.command}.expected" "$folder/actual" >"$folder/expected"
    if ! diff "$folder/expected" "$folder/actual" >"$folder/difference"; then
        printf '%s\n' "$line prints something else (<: the README, >: the program):"
        cat "$folder/difference"
        failed=1
    fi
done
echo "$count commands"
[ "$count" -gt 0 ] && [ "$failed" -eq 0 ]
