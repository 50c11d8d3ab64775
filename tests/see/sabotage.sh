#!/bin/sh
# sabotage.sh ROOT: parts.mjs fails for each of these broken copies of the viewer, and for no other reason than that.
root=$1
# shellcheck source=/dev/null
. "$root/tests/site/skip.sh"
copy=$(mktemp -d) || exit 1
trap 'rm -rf "$copy"' EXIT

run() {
    timeout 120 node "$root/tests/see/parts.mjs" "$copy/viewer" '^(?!a million|the page)' >"$copy/said" 2>&1
}
fresh() {
    rm -rf "$copy/viewer"
    cp -r "$root/emulator/viewer" "$copy/viewer"
}

fresh
run || { cat "$copy/said"; echo 'it fails for the viewer as it is'; exit 1; }

# broken FILE FROM TO: in FILE of a fresh copy.
broken() {
    fresh
    sed "s/$2/$3/" "$root/emulator/viewer/$1" >"$copy/viewer/$1"
    ! cmp -s "$root/emulator/viewer/$1" "$copy/viewer/$1" || { echo "$1 has no $2"; exit 1; }
    ! run || { echo "$1 is right although $2 is $3"; exit 1; }
    grep -q '^FAILED' "$copy/said" || { cat "$copy/said"; echo "$1 with $3 does not even run"; exit 1; }
    echo "$1, $3: $(grep -c '^FAILED' "$copy/said") cases fail"
}
broken trace.mjs 'if (shift < 28)' 'if (shift < 35)'
broken groups.mjs 'this.events\[found - 1\] : -1' 'this.events[found - 1] : 0'
broken recording.mjs 'if (count === 1)' 'if (count)'
broken recording.mjs '++gone\[thread\[i\]\] <= most' '++gone[thread[i]] < most'
broken recording.mjs 'firsts\[launchOf' '0 * firsts[launchOf'
broken moments.mjs '< times) doing' '< 1) doing'
broken moments.mjs 'writer + 1, moment)' 'writer, moment)'
broken moments.mjs 'moment + 1 - after' 'moment'
broken moments.mjs 'order(\[late, early\])' 'order([early, late])'
broken moments.mjs ', event)) left = take' ', event)) left = 0 * take'
