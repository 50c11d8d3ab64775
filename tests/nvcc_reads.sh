#!/bin/sh
# nvcc_reads.sh NINJA BUILD TARGET: has nvcc read the one source file of a target for host and device, and compile
# it for the device; what it makes of it for the host nobody compiles. Nor does it read std::riemann_zeta and the like:
# nothing measured uses them, and they are a third of what nvcc has to do.
ninja=$1 build=$2 target=$3
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
command=$("$ninja" -C "$build" -t commands "$target" | grep ' -x cu -c ' |
    sed "s| -MD -MT [^ ]* -MF [^ ]*||; s| -x cu -c | -x cu -cuda -D_GLIBCXX_BITS_SPECFUN_H |; s| -o [^ ]*\$| -o '$folder/read'|")
[ -n "$command" ] || { echo "ninja knows no commands for $target"; exit 1; }
cd "$build" && sh -c "$command" && [ -s "$folder/read" ]
