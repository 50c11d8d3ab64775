#!/bin/sh
# other_compiler.sh ROOT BUILD_FOLDER COMPILER_ID: builds every program for the CPU, and the emulator's
# tests of what a compiler may do otherwise, with the compiler that this build is not by. Runs those, and
# each program as it is by default; how options are read does not depend on the compiler. The tests are
# optimised as far as it goes; of the programs the question is whether they compile, without warnings.
root=$1 build=$2
tests='kernels shared_memory warp matrices async_copies spin_lock early_return random_1'
targets=emulator_programs names=''
for name in $tests; do
    targets="$targets emulator.tests.$name" names="$names|$name"
done
case $3 in
GNU) other=clang++ ;;
*) other=g++ ;;
esac
command -v $other >/dev/null || { echo "no $other here"; exit 77; }
$other --version | head -n 1
# shellcheck disable=SC2086 # the targets are words
if ! { cmake -S "$root" -B "$build" -G Ninja -DBOOK_GPU=OFF -DCMAKE_CXX_COMPILER=$other \
    -DBOOK_FLAVOURS=emulator -DBOOK_QUICK=ON -DBOOK_TEST_FRAMES=3 &&
    cmake --build "$build" --target $targets; } >"$build.log" 2>&1; then
    tail -n 60 "$build.log"
    exit 1
fi
if grep 'warning:' "$build.log"; then
    exit 1
fi
if ! ctest --test-dir "$build" -j "$(nproc)" -L '^emulator$' \
    -R "^emulator/tests/(${names#|}):|^emulator/ch.*: default\$" --output-on-failure \
    >"$build.log" 2>&1; then
    tail -n 100 "$build.log"
    exit 1
fi
grep 'tests passed' "$build.log"
