#!/bin/sh
# One checkout for a class: nobody can write to it, and several users work in it at once, each with a build of
# their own. The build is a stand-in; the users are real ones, which takes root to become.
# shellcheck disable=SC2034,SC2094  # OUT, ERR and DID are read by lib.sh; nothing reads what is written
# shellcheck source=/dev/null
. "$(dirname "$0")/lib.sh"
[ "$(id -u)" = 0 ] || { echo "only root can become other users"; exit 77; }
command -v setpriv >/dev/null || { echo "no setpriv here"; exit 77; }
stand_in_tree
mkdir "$SCRATCH/tools"
fake_compiler "$SCRATCH/tools/g++"
echo 'exit 1' | fake_tool "$SCRATCH/tools/apt-get"
PATH=$SCRATCH/tools:$PATH
# shellcheck disable=SC2016  # expanded in the program
script "$TREE/ch5_dot/dot.cu" 'echo "PASSED: user $(id -u)"'
chmod -R a+rX,a-w "$SCRATCH"
find "$TREE" | sort >"$SCRATCH/before"

# as N COMMAND...: as user 40000 + N, at home in a folder of their own.
as() {
    user=$((40000 + $1)) home=$SCRATCH/home/$1
    shift
    setpriv --reuid "$user" --regid "$user" --clear-groups env -u XDG_CACHE_HOME HOME="$home" "$@"
}
for number in 1 2 3 4 5 6 7 8; do
    mkdir -p "$SCRATCH/home/$number"
    chown $((40000 + number)) "$SCRATCH/home/$number"
    # shellcheck disable=SC2016  # expanded in the program
    script "$SCRATCH/home/$number/mine.cu" "echo file $number of \$(id -u)"
done
chmod a+r "$SCRATCH"/home/*/mine.cu

for number in 1 2 3 4 5 6 7 8; do
    (
        cd "$SCRATCH/home/$number" || exit 1
        as $number "$TREE/book" run dot >run 2>said && as $number "$TREE/book" run mine.cu >own 2>>said &&
            as $number "$TREE/book" run >all 2>>said
    ) &
done
wait
for number in 1 2 3 4 5 6 7 8; do
    home=$SCRATCH/home/$number
    DID="user $number" OUT=$home/run ERR=$home/said
    out "^PASSED: user $((40000 + number))\$"
    OUT=$home/own
    out "^file $number of $((40000 + number))\$"
    OUT=$home/all
    out '^4 of 4 programs verified themselves'
    err "is read-only here: building in $home/.cache/cuda-by-chapters/a checkout-[0-9]+ \\(BOOK_BUILD_DIR=FOLDER chooses another\\)\$"
    no_err 'Permission denied|waiting'
done
find "$TREE" | sort | cmp -s - "$SCRATCH/before" || wrong 'something was written into the checkout'
OUT=$SCRATCH/stdout ERR=$SCRATCH/stderr

# What decides where a build goes.
chown 40001 "$SCRATCH/home"
runs 0 as 1 env XDG_CACHE_HOME="$SCRATCH/home/1/elsewhere" "$TREE/book" run dot
err "building in $SCRATCH/home/1/elsewhere/cuda-by-chapters/"
runs 0 as 1 env BOOK_BUILD_DIR="$SCRATCH/home/1/there" "$TREE/book" run dot
no_err 'read-only'
[ -d "$SCRATCH/home/1/there/emulator" ] || wrong 'BOOK_BUILD_DIR was not used'
runs 1 as 1 env -u HOME "$TREE/book" run dot
err 'cannot write to .*, and neither HOME nor XDG_CACHE_HOME is set: BOOK_BUILD_DIR=FOLDER says where to build'
runs 1 as 1 env BOOK_BUILD_DIR=/proc/none "$TREE/book" run dot
err '^book: cannot write to /proc/none; BOOK_BUILD_DIR=FOLDER says where to build$'
runs 0 as 1 "$TREE/book" list
no_err .
runs 1 as 1 "$TREE/book" try --undo
err 'this checkout is read-only'
chmod -R u+w "$SCRATCH"
finish
