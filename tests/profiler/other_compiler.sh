#!/bin/sh
# other_compiler.sh ROOT BUILD_FOLDER COMPILER_ID TOOLS: compiles the kernels by the compiler that this build is not by,
# with the rewriter and the runtime of this one: the figures are to be the same.
root=$1 build=$2 tools=$4
case $3 in
GNU) other=clang++ ;;
*) other=g++ ;;
esac
command -v $other >/dev/null || { echo "no $other here"; exit 77; }
targets=$(for source in "$root"/tests/profiler/*.cu; do
    name=${source##*/}
    echo "profiled.tests.${name%.cu}"
done)
# shellcheck disable=SC2086 # the targets are words
if ! { cmake -S "$root" -B "$build" -G Ninja -DBOOK_GPU=OFF -DCMAKE_CXX_COMPILER=$other \
    -DBOOK_FLAVOURS="emulator;profiled" -DBOOK_TOOLS="$tools" && cmake --build "$build" -j 1 --target $targets; } \
    >"$build.log" 2>&1; then
    tail -n 60 "$build.log"
    exit 1
fi
if ! ctest --test-dir "$build" -R '^profiled/tests/.*: figures' --output-on-failure >"$build.log" 2>&1; then
    tail -n 100 "$build.log"
    exit 1
fi
grep 'tests passed' "$build.log"
