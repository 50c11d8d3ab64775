#!/bin/sh
# other_compiler.sh ROOT BUILD_FOLDER COMPILER_ID TOOLS: compiles the mistakes by the compiler that this build is not
# by, optimised and not, with the rewriter and the runtime of this one, and runs them: verdicts, lines and words are
# to be the same.
root=$1 build=$2 tools=$4
case $3 in
GNU) other=clang++ ;;
*) other=g++ ;;
esac
command -v $other >/dev/null || { echo "no $other here"; exit 77; }
targets=$(for source in "$root"/tests/checker/*.cu; do
    name=${source##*/} name=${name%.cu}
    echo "checked.mistakes.$name checked.mistakes.unoptimised_$name"
done)
# shellcheck disable=SC2086 # the targets are words
if ! { cmake -S "$root" -B "$build" -G Ninja -DBOOK_GPU=OFF -DCMAKE_CXX_COMPILER=$other \
    -DBOOK_FLAVOURS="emulator;checked" -DBOOK_TOOLS="$tools" && cmake --build "$build" -j 1 --target $targets; } \
    >"$build.log" 2>&1; then
    tail -n 60 "$build.log"
    exit 1
fi
if ! MISTAKE_ONCE=1 ctest --test-dir "$build" -R '^checked/mistakes/' --output-on-failure >"$build.log" 2>&1; then
    tail -n 100 "$build.log"
    exit 1
fi
grep 'tests passed' "$build.log"
