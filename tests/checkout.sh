#!/bin/sh
# checkout.sh ROOT SCRATCH CXX TOOLS: makes SCRATCH/checkout, a copy of the checkout ROOT that tests may change,
# and SCRATCH/build for it, which takes the emulator from the folder TOOLS of this build. Files that are there as
# they must be keep their times: what has not changed since the last time is not built again.
root=$1 scratch=$2 cxx=$3 tools=$4
checkout=$scratch/checkout
mkdir -p "$checkout" && cd "$root" || exit 1
# Lines "SUM SIZE NAME".
find ./ch* ./bench ./book ./book.d ./cmake ./CMakeLists.txt ./CMakePresets.json ./common ./docs ./emulator \
    ./notebook ./action.yml ./.github ./practice ./README.md ./tests -type f -exec cksum {} + >"$scratch/right" &&
    LC_ALL=C sort -o "$scratch/right" "$scratch/right" || exit 1
(cd "$checkout" && find . -type f -exec cksum {} +) | LC_ALL=C sort >"$scratch/there" || exit 1
# only OPTION: the names that comm shows with it.
only() { LC_ALL=C comm "$1" "$scratch/right" "$scratch/there" | cut -d ' ' -f 3-; }
only -13 | tr '\n' '\0' | (cd "$checkout" && xargs -0 rm -f) || exit 1
only -23 | tar -cf - -T - | (cd "$checkout" && tar -xmf -) || exit 1
# Without nvcc, which none of these tests uses; and what is compiled here runs once or twice.
cd "$checkout" && cmake --preset emulator -B "$scratch/build" -DCMAKE_CXX_COMPILER="$cxx" -DBOOK_UNOPTIMISED=ON \
    -DBOOK_FLAVOURS='emulator;checked;profiled;recorded' -DBOOK_TOOLS="$tools" &&
    cmake --build "$scratch/build" --target emulator.recipe checked.recipe profiled.recipe recorded.recipe
