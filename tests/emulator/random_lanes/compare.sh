#!/bin/sh
# Compares what two programs print that were made of the same random kernels, in two ways.
#
#   compare.sh REWRITTEN KERNELS LANES ONE_BY_ONE
#
# REWRITTEN: the translation of LANES, in which most of so many random kernels have to be in lanes.
set -u

work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
lanes=$(grep -c '^__global__ void kernel[0-9].*CUDA_EMULATOR_LANES_BEGIN' "$1")
if [ "$((lanes * 4))" -lt "$(($2 * 3))" ]; then
    echo "only $lanes of $2 kernels are in lanes"
    exit 1
fi
"$3" >"$work/lanes" && "$4" >"$work/one_by_one" || exit 1
if grep -v ': no error, ' "$work/one_by_one"; then
    echo "these kernels fail"
    exit 1
fi
[ -s "$work/lanes" ] && diff "$work/one_by_one" "$work/lanes"
