#!/bin/sh
# check of all shell scripts below ROOT ($1) by shellcheck.
cd "$1" || exit 1
command -v shellcheck >/dev/null || { echo "no shellcheck here"; exit 77; }
scripts=$(find . \( -name .git -o -name node_modules -o -type d -name 'build*' \) -prune -o -type f -exec awk '
    FNR == 1 && (FILENAME ~ /\.sh$/ || /^#!\/bin\//) { print FILENAME }
    { nextfile }' {} + | sort)
# shellcheck disable=SC2086 # names without spaces
set -- $scripts
echo "$# scripts"
[ $# -gt 5 ] && exec shellcheck --severity=style "$@"
