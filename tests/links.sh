#!/bin/sh
# links.sh ROOT: links between files of the checkout lead to a file that is there, and to a heading in it where they
# name one. A heading is named in small letters, with "-" for blanks, without punctuation.
cd "$1" || exit 1

# dead TEXT...: the links that lead nowhere.
dead() {
    for text; do
        grep -o ']([^)]*)' "$text" | sed 's/^](//; s/)$//' | sort -u | while IFS= read -r link; do
            case $link in *://*) continue ;; '#'*) file=$text ;; *) file=${text%/*}/${link%%#*} ;; esac
            if [ ! -e "$file" ]; then
                echo "$text: there is no ${link%%#*}"
            elif [ "$link" != "${link#*#}" ]; then
                sed -n 's/^##* //p' "$file" | tr 'A-Z ' 'a-z-' | tr -cd 'a-z0-9_\n-' | grep -qx -e "${link#*#}" ||
                    echo "$text: there is no heading $link"
            fi
        done
    done
}

folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
printf '%s\n' '# It is one, too' '[a](#it-is-one-too) [b](text.md#it-is-one-too) [c](https://there)' >"$folder/text.md"
printf '%s\n' '[a](#one) [b](text.md#two) [c](other.md)' >"$folder/wrong.md"
[ "$(dead "$folder/text.md" | grep -c '')-$(dead "$folder/wrong.md" | grep -c '')" = 0-3 ] || { echo 'it does not look'; exit 1; }

# shellcheck source=/dev/null
. tests/texts.sh
look_at_texts dead
