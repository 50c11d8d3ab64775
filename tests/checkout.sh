#!/bin/sh
# checkout.sh ROOT SCRATCH CXX TOOLS: makes SCRATCH/checkout, a copy of the checkout ROOT that tests may change,
# and SCRATCH/build for it, which takes the emulator from the folder TOOLS of this build. Files that are there as they must be keep their times: what
# has not changed since the last time is not built again.
root=$1 scratch=$2 cxx=$3 tools=$4
checkout=$scratch/checkout
mkdir -p "$checkout" && cd "$root" || exit 1
find ch* bench book book.d cmake CMakeLists.txt CMakePresets.json common docs emulator README.md tests \
    -type f >"$scratch/files" || exit 1
while IFS= read -r file; do
    cmp -s "$file" "$checkout/$file" || { mkdir -p "$checkout/$(dirname "$file")" && cp "$file" "$checkout/$file"; } ||
        exit 1
done <"$scratch/files"
(cd "$checkout" && find . -type f) | while IFS= read -r file; do
    [ -f "$file" ] || rm -f "$checkout/$file"
done
# Without nvcc, which none of these tests uses; and what is compiled here runs once or twice.
cd "$checkout" && cmake --preset emulator -B "$scratch/build" -DCMAKE_CXX_COMPILER="$cxx" -DBOOK_UNOPTIMISED=ON \
    -DBOOK_TOOLS="$tools" &&
    cmake --build "$scratch/build" --target emulator.recipe checked.recipe
