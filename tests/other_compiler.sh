#!/bin/sh
# other_compiler.sh ROOT BUILD_FOLDER COMPILER_ID: builds everything for the CPU, in one flavour and
# without the broken copies, with the compiler that this build is not by. Runs the tests of the emulator
# and each program as it is by default; how options are read does not depend on the compiler.
root=$1 build=$2
case $3 in
GNU) other=clang++ ;;
*) other=g++ ;;
esac
command -v $other >/dev/null || { echo "no $other here"; exit 77; }
$other --version | head -n 1
if ! { cmake -S "$root" -B "$build" -G Ninja -DBOOK_GPU=OFF -DCMAKE_CXX_COMPILER=$other \
    -DBOOK_FLAVOURS=emulator -DBOOK_SABOTAGE=OFF && cmake --build "$build"; } >"$build.log" 2>&1; then
    tail -n 60 "$build.log"
    exit 1
fi
if grep 'warning:' "$build.log"; then
    exit 1
fi
if ! ctest --test-dir "$build" -j "$(nproc)" -L '^emulator$' \
    -R '^emulator/tests/|: default$' --output-on-failure \
    >"$build.log" 2>&1; then
    tail -n 100 "$build.log"
    exit 1
fi
grep 'tests passed' "$build.log"
