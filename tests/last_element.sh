#!/bin/sh
# last_element.sh ROOT COMPILER: what programs put into the last of the most elements that they take does not overflow.
# No machine has the memory to run them so. A constant must not overflow, and so the compiler says of what their loops
# assign, with the last number in place of the loop's, whether it does.
root=$1 compiler=$2
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT

# overflows FILE.cu LAST: says so if assignments a[i] and b[i] do for i = LAST, or if there are none.
overflows() {
    awk -v last="$2" '
        match($0, /for \([a-z ]* i = /) { type = substr($0, RSTART + 5, RLENGTH - 10) }
        sub(/^ *[ab]\[i\] = /, "") { print "namespace n" ++count "{ constexpr " type " i = " last "; constexpr double x = " $0 "\n}" }
        END { exit !count }' "$1" >"$folder/it.cpp" || { echo "$1: nothing is assigned to a[i]" && return; }
    "$compiler" -fsyntax-only "$folder/it.cpp" || echo "$1: overflows at i = $2"
}

printf '%s\n' 'for (long long i = 0; i < n; i++)' '    b[i] = (int)(i * i & 0xff);' >"$folder/wrong.cu"
[ -n "$(overflows "$folder/wrong.cu" 4000000000 2>/dev/null)" ] || { echo 'it does not look'; exit 1; }

found=$(
    overflows "$root/ch4_blocks/add_vectors.cu" 2147483646
    overflows "$root/ch5_dot/dot.cu" 288230376151711743
    overflows "$root/ch5_vector_add/add_blocks.cu" 274877906815
)
[ -z "$found" ] && echo 'none' && exit
printf '%s\n' "$found"
exit 1
