#!/bin/sh
# Compares what two programs print that were made of the same kernels, in two ways.
#
#   compare.sh REWRITTEN LANES ONE_BY_ONE
#
# REWRITTEN: the translation of LANES, in which most of the kernels have to be in lanes.
set -u

work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT

# most_in_lanes NAMES: of the kernels with such names three quarters.
most_in_lanes() {
    kernels=$(grep -c "^__global__ void $1" "$rewritten")
    lanes=$(grep -c "^__global__ void $1.*CUDA_EMULATOR_LANES_BEGIN" "$rewritten")
    [ "$kernels" -gt 0 ] && [ "$((lanes * 4))" -ge "$((kernels * 3))" ] && return
    echo "only $lanes of $kernels kernels $1 are in lanes"
    return 1
}

rewritten=$1
most_in_lanes 'kernel[0-9]' && most_in_lanes '[a-z_]*(' || exit 1
# So few that they take several blocks of a launch at a time.
export CUDA_EMULATOR_WORKERS=2
"$2" >"$work/lanes" && "$3" >"$work/one_by_one" || exit 1
if grep -v ': no error, ' "$work/one_by_one"; then
    echo "these kernels fail"
    exit 1
fi
[ -s "$work/lanes" ] && diff "$work/one_by_one" "$work/lanes"
