#!/bin/sh
# moments.sh CHECKOUT TEXT...: each moment that a text names, as `NAME.html#t=N&finding=K` behind a `./book see ...`, is in
# the page that this command writes: it has so many events, and such a finding.
root=$1
shift
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT

# Lines "ARGUMENTS|FRAGMENT", from what stands between backticks.
awk -v RS='`' '
    sub(/^\.\/book see /, "") { gsub(/\n/, " "); command = $0; next }
    /^[a-z_]+\.html#t=/ { sub(/.*#/, ""); print command "|" $0 }' "$@" >"$scratch/moments"
wrong=0 number=0
while IFS='|' read -r arguments fragment; do
    number=$((number + 1))
    # shellcheck disable=SC2086 # words
    (cd "$scratch" && "$root/book" see --trace "$scratch/trace" $arguments) >"$scratch/said" 2>&1 </dev/null
    events=$(sed -n '2s/.*"events": *\([0-9]*\), *"left_out".*/\1/p' "$scratch/trace" | head -n 1)
    findings=$(sed -n '2p' "$scratch/trace" | grep -o '"kind": *"[a-z]*", *"words"' | grep -c '')
    moment=${fragment#t=} finding=-1
    case $moment in *'&finding='*) finding=${moment#*&finding=} moment=${moment%%&*} ;; esac
    if [ -z "$events" ] || [ "$moment" -gt "$events" ] || [ "$finding" -ge "$findings" ]; then
        echo "./book see $arguments: has $events events and $findings findings, not $fragment"
        cat "$scratch/said"
        wrong=1
    fi
done <"$scratch/moments"
echo "$number moments"
[ $wrong -eq 0 ] && [ $number -gt 5 ]
