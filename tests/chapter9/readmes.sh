#!/bin/sh
# readmes.sh ROOT PROGRAM: run inside the suite's folder without options, the program counts the
# suite's READMEs; where there are none, text of its own.
cd "$1/ch9_atomics" || exit 1
output=$("$2" 2>&1) || { code=$?; printf '%s\n' "$output"; exit "$code"; }
bytes=$(cat ../README.md ../ch*/README.md | wc -c)
printf '%s\n' "$output" | grep -Eq "^[1-9][0-9]* READMEs of this suite: $bytes bytes" ||
    { printf '%s\n' "expected $bytes bytes of READMEs" "$output"; exit 1; }

folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
cp "$2" "$folder/program" || exit 1
cd "$folder" || exit 1
output=$(./program 2>&1) || { code=$?; printf '%s\n' "$output"; exit "$code"; }
printf '%s\n' "$output" | grep -q '^made-up text (the READMEs of this suite are not here)' ||
    { printf '%s\n' "expected made-up text" "$output"; exit 1; }
