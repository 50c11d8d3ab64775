#!/bin/sh
# object_rules.sh SOURCE OBJECT OUT: makes OUT of what an answer was compiled to: solve(), and what it
# uses. Its main(), and what only that uses, are left out. Then an answer may call what CUDA has for
# work on the device, and some mathematics; and it may define nothing that others call.
#
# Refused are, besides all of the system, the calls that bring elements to the host (cudaMemcpy, managed
# and pinned memory): what is asked for is to be done on the device.
source=$1 object=$2 out=$3
set -f
here=${0%/*}
refuse() {
    printf '%s: error: refused: %s\n' "$source" "$*" >&2
    rm -f "$out"
    exit 1
}

roots=$(nm -g --defined-only "$object" | sed -n 's/^[^ ]* T \(_Z5solve.*\)/-u \1/p')
[ -n "$roots" ] || refuse 'there is no function solve() in it, which the judge calls'
# shellcheck disable=SC2086  # words
ld -r --gc-sections $roots -o "$out" "$object" || exit 1

# Compilers add one constructor, for the checker's calls.
constructors=$(readelf -SW "$out" | awk '/ (PREINIT_ARRAY|INIT_ARRAY|FINI_ARRAY) / || / \.[cd]tors/ {
    sub(/^.*\] +/, "")
    bytes += ("0x" $5) + 0 == 0 ? hex($5) : 0
}
function hex(text,   i, n) {
    for (i = 1; i <= length(text); i++)
        n = 16 * n + index("0123456789abcdef", substr(text, i, 1)) - 1
    return n
}
END { print bytes + 0 }')
[ "$constructors" -le 8 ] || refuse 'something in it runs before main(): a variable of the host with a value that is computed'

strange=$(nm -u "$out" | sed 's/^ *[Uvw] //' | grep -vxE -f "$here/allowed_calls" | head -n 1)
[ -z "$strange" ] || {
    name=$(printf '%s\n' "$strange" | c++filt)
    line=$(grep -nwF -e "${name%%(*}" "$source" | head -n 1 | cut -d : -f 1)
    refuse "${line:+line $line: }${name%%(*} is nothing that an answer needs: it has kernels and launches them"
}
strange=$(nm -g --defined-only "$out" | awk '{ print $3 }' |
    grep -vxE -e '_Z.*|DW\.ref\..*' | head -n 1)
[ -z "$strange" ] || refuse "it defines $strange, which is not its own"
strange=$(nm -g --defined-only "$out" | awk '$2 != "W" && $2 != "V" && $2 != "u" { print $3 }' |
    grep -E -e '^_Z(n[wa]|d[la])|^_ZN8practice|^_ZN13cuda_emulator|^_ZNK?S' | head -n 1 | c++filt)
[ -z "$strange" ] || refuse "it defines $strange, which is not its own"
