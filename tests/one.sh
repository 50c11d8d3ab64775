#!/bin/sh
# one.sh PROGRAM [OPTION...]: with options that leave one of whatever it counts, a program does not speak of it in the plural.
output=$("$@" 2>&1)
code=$?
printf '%s\n' "$output"
[ $code -eq 0 ] || exit 1
# "1 of 1 sums" is one of those that there are.
plurals=$(printf '%s\n' "$output" | sed 's/[0-9][0-9]* of 1 [a-z]*//g' | grep -Eo '(^|[^0-9.,])1 [a-z]+s( |,|;|:|\)|$)')
[ -z "$plurals" ] || { echo "in the plural: $plurals"; exit 1; }
