#!/bin/sh
# names_line.sh SOURCE TEXT CODE REGEX COMMAND [ARGUMENT...]: as expect.sh, with the number of the one line of
# the source that has the text in the place of LINE in the regular expression.
source=$1 text=$2 code=$3 regex=$4
shift 4
line=$(grep -nF -e "$text" "$source" | cut -d : -f 1)
case $line in '' | *[!0-9]*)
    echo "'$text' must stand on one line of $source, for this test to know which line must be named"
    exit 1
    ;;
esac
exec sh "$(dirname "$0")/expect.sh" "$code" "$(printf '%s\n' "$regex" | sed "s/LINE/$line/")" "$@"
