#!/bin/sh
# listings.sh ROOT: a block of code that a text opens with ```cpp FILE (the file as seen from the text's folder) has
# lines of that file, as they stand there one after the other. So a listing beside its explanation cannot grow old.
cd "$1" || exit 1
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT

# differs TEXT...: the listings that are not in their file. A block that is indented, as in a list, is so as a whole.
differs() {
    awk '
        # The lines of a file, one string; "" if there is none.
        function lines_of(file,    all, line) {
            if (!(file in read)) {
                all = ""
                while ((getline line <file) > 0)
                    all = all line "\n"
                close(file)
                read[file] = all
            }
            return read[file]
        }
        FNR == 1 { inside = 0; here = FILENAME; if (!sub(/[^\/]*$/, "", here)) here = "" }
        /^ *```/ && inside {
            inside = 0
            if (file == "")
                next
            print "listing" >"/dev/stderr"
            if (lines_of(here file) == "")
                print FILENAME ":" first ": there is no " here file
            else if (!index("\n" lines_of(here file), "\n" listing) || listing == "")
                print FILENAME ":" first ": is not what stands in " here file
            next
        }
        /^ *```/ {
            inside = 1; first = FNR; file = listing = ""
            indent = match($0, /`/) - 1
            if ($1 == "```cpp" && NF > 1)
                file = $2
            next
        }
        inside { listing = listing ($0 == "" ? "" : substr($0, indent + 1)) "\n" }' "$@" 2>"$folder/count"
}

# finds COUNT LINE...: what it finds in a text of these lines, beside a program of three.
finds() {
    expected=$1
    shift
    printf '%s\n' 'int a;' '' '    int b;' >"$folder/program.cu"
    printf '%s\n' "$@" >"$folder/text.md"
    found=$(differs "$folder/text.md")
    [ "$(printf '%s' "$found" | grep -c '')" = "$expected" ] && return
    printf 'expected %s findings in\n' "$expected"
    cat "$folder/text.md"
    printf 'and got\n%s\n' "$found"
    exit 1
}
finds 0 '```cpp program.cu' 'int a;' '' '    int b;' '```' '' '```cpp' 'anything' '```'
finds 0 '1. One:' '' '   ```cpp program.cu' '       int b;' '   ```'
finds 1 '```cpp program.cu' 'int a;' '    int b;' '```'
finds 1 '```cpp program.cu' 'int a' '```'
finds 1 '```cpp program.cu' 'nt a;' '```'
finds 1 '```cpp program.cu' '```'
finds 2 '```cpp other.cu' 'int a;' '```' '```cpp program.cu' 'int c;' '```'

# shellcheck source=/dev/null
. tests/texts.sh
look_at_texts differs || exit
count=$(grep -c '' "$folder/count")
echo "$count listings"
[ "$count" -gt 5 ]
