#!/bin/sh
# check of all shell scripts below ROOT ($1) by shellcheck.
cd "$1" || exit 1
command -v shellcheck >/dev/null || { echo "no shellcheck here"; exit 77; }
find . \( -name .git -o -name 'build*' \) -prune -o -type f -print | sort | while read -r file; do
    case $file in
    *.sh) echo "$file" ;;
    *) head -c 10 "$file" | head -n 1 | grep -aq '^#!/bin/' && echo "$file" ;;
    esac
done | {
    failed=0 count=0
    while read -r file; do
        count=$((count + 1))
        shellcheck --severity=style "$file" || failed=1
    done
    echo "$count scripts"
    [ "$count" -gt 5 ] && [ "$failed" -eq 0 ]
}
