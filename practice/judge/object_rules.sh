#!/bin/sh
# object_rules.sh SOURCE OBJECT OUT: makes OUT of what an answer was compiled to: solve(), and what it
# uses. Its main(), and what only that uses, are left out. Then an answer may call what CUDA has for
# work on the device, and some mathematics; and it may define nothing that others call.
#
# Refused are, besides all of the system, the calls that bring elements to the host (cudaMemcpy, managed
# and pinned memory): what is asked for is to be done on the device.
source=$1 object=$2 out=$3
set -f

# refuse WHY [WORD]: names the first line that has the word, and is no comment.
refuse() {
    line=''
    [ $# -eq 1 ] || line=$(grep -nwF -e "$2" "$source" | grep -v '^[0-9]*: *//' | head -n 1 | cut -d : -f 1)
    printf '%s%s: error: refused: %s\n' "$source" "${line:+:$line}" "$1" >&2
    rm -f "$out"
    exit 1
}

command -v readelf >/dev/null || exit 1
roots=$(nm -g --defined-only "$object" | sed -n 's/^[^ ]* T \(_Z5solve.*\)/-u \1/p')
[ -n "$roots" ] || refuse 'there is no function solve() in it, which the judge calls'
# shellcheck disable=SC2086  # words
ld -r --gc-sections $roots -o "$out" "$object" || exit 1

# What it calls: the names of what is left out are in its list of symbols still, but nothing refers to them.
strange=$({
    readelf -rW "$out" | sed -n 's/^[0-9a-f]* *[0-9a-f]* *R_[^ ]* *[0-9a-f]* \([^ ]*\).*/calls \1/p'
    nm -u "$out" | sed 's/^ *[Uvw] /lacks /'
} | awk '$1 == "calls" { called[$2] = 1 } $1 == "lacks" && $2 in called { print $2 }' |
    sed 's/.*copy_from_symbol.*/cudaMemcpyFromSymbol/' | grep -vxE -f "${0%/*}/allowed_calls" | head -n 1)
[ -z "$strange" ] || {
    name=$(printf '%s\n' "${strange#__isoc*_}" | c++filt)
    refuse "${name%%(*} is nothing that an answer needs: it has kernels, and launches them" "${name%%(*}"
}

# What it defines. A variable of its own that is called like one of the system's shall be its own.
defined() { nm -g --defined-only "$out" | awk -v kinds="$1" 'index(kinds, $2) { print $3 }'; }
strange=$( (
    defined TWViu | grep -vE '^(_Z|DW\.ref\.|__clang_call_terminate$)'
    defined T | grep -E '^_Z(n[wa]|d[la]|N8practice|N13cuda_emulator|NK?S)'
) | head -n 1 | c++filt)
[ -z "$strange" ] || refuse "it defines ${strange%%(*}, which is not its own" "${strange%%(*}"
own=$(defined BDRGSV | grep -vE '^(_Z|DW\.ref\.)' | sed 's/^/--localize-symbol=/')
# shellcheck disable=SC2086  # words
[ -z "$own" ] || objcopy $own "$out"
