#!/bin/sh
# lists.sh ROOT: no list in the texts ends too soon, as by a code block of one of its items that is not indented as the
# item is: a number behind it does not begin an item any more, but runs into the paragraph before it.
cd "$1" || exit 1

# ended FILE...: the lines that are numbered or indented as if they were a list's, where there is none. A list goes on
# with its next item, and with what is indented at least as far as the text of the one before.
ended() {
    awk '
        FNR == 1 { code = width = 0 }
        { match($0, /^ */); indent = RLENGTH }
        /^ *```/ {
            code = !code
            if (indent < width)
                width = 0
        }
        code || /^ *(```.*)?$/ { next }
        match($0, /^([0-9]+[.]|[-*+]) +/) {
            if (/^[0-9]/ && !/^1[.]/ && !width)
                print FILENAME ":" FNR ": no list goes on here: " $0
            width = RLENGTH
            next
        }
        indent < width { width = 0 }
        indent > 0 && indent < 4 && !width { print FILENAME ":" FNR ": indented, and in no list: " $0 }' "$@"
}

# finds COUNT LINE...: what it finds in a text of these lines.
finds() {
    expected=$1
    shift
    printf '%s\n' "$@" >"$text"
    found=$(ended "$text")
    [ "$(printf '%s' "$found" | grep -c '')" = "$expected" ] && return
    printf 'expected %s findings in\n' "$expected"
    cat "$text"
    printf 'and got\n%s\n' "$found"
    exit 1
}
text=$(mktemp) || exit 1
trap 'rm -f "$text"' EXIT
finds 2 '1. One:' '' '```' '1 + 1' '```' '' '   is two.' '2. Two.' '3. Three.'
finds 1 '1. One:' '' '  ```' '2. 1' '  ```' '2. Two.'
finds 0 '1. One:' '' '   ```' '1 + 1' '   ```' '' '   is two.' '2. Two.' '' '    code' '' 'No list.' '' '1. One.'
finds 1 '- one:' '' '```' '1 + 1' '```' '' '  is two.' '- two'
finds 0 '- one:' '' '  ```' '  1 + 1' '  ```' '' '  is two.' '- two'

# shellcheck source=/dev/null
. tests/texts.sh
look_at_texts ended
