#!/bin/sh
# words.sh ROOT: no text is longer than who it is for will read. Counted are all words, also those of listings, of
# tables and of what programs print.
cd "$1" || exit 1

# The most words of a text.
limit() {
    case $1 in
    ./README.md) echo 1500 ;;
    ./emulator/README.md | ./emulator/checker/README.md) echo 2000 ;;
    ./bench/RESULTS.md) echo 1000 ;;
    ./docs/MODEL.md) echo 2500 ;;
    ./docs/GPU.md) echo 2500 ;; # written by ./book proof
    *) echo 3000 ;;
    esac
}

# too_long FILE...: those that are.
too_long() {
    for text; do
        words=$(wc -w <"$text")
        [ "$words" -le "$(limit "$text")" ] || echo "$text has $words words; at most $(limit "$text")"
    done
}

scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
yes word | head -n 3000 >"$scratch/right.md"
yes word | head -n 3001 >"$scratch/long.md"
[ "$(too_long "$scratch/right.md" "$scratch/long.md")" = "$scratch/long.md has 3001 words; at most 3000" ] ||
    { echo 'it does not count'; exit 1; }

# shellcheck source=/dev/null
. tests/texts.sh
look_at_texts too_long
