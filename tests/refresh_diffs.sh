#!/bin/sh
# refresh_diffs.sh [FILE.diff ...]: after changes of the programs, makes the diffs of broken copies and of
# exercises, or those named, anew of what stands there now. One that applies only if its surroundings are not
# taken at their word is named, to be looked at; so is one that does not apply at all, which stays as it is.
root=$(CDPATH='' cd -- "$(dirname "$0")/.." && pwd -P) || exit 1
# shellcheck source=/dev/null
. "$root/book.d/diffs.sh"
[ $# -gt 0 ] || set -- "$root"/tests/sabotage/*/*/*.diff "$root"/ch*/exercises/*.diff
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
failed=0
for diff; do
    file=$(diff_file "$diff")
    case $diff in */exercises/*) context=3 ;; *) context=1 ;; esac
    if ! apply_diff "$diff" "$root/$file" "$folder/changed" >/dev/null; then
        mkdir -p "$folder/${file%/*}" && cp "$root/$file" "$folder/$file" || exit 1
        if (cd "$folder" && git apply -C0 - 2>/dev/null) <"$diff"; then
            mv "$folder/$file" "$folder/changed"
            echo "look at it: $diff"
        else
            echo "does not apply: $diff"
            failed=1
            continue
        fi
    fi
    {
        sed '/^--- /,$d' "$diff"
        diff -U $context --label "a/$file" --label "b/$file" "$root/$file" "$folder/changed"
    } >"$folder/new"
    cmp -s "$folder/new" "$diff" || cat "$folder/new" >"$diff"
done
exit $failed
