#!/bin/sh
# flavour_by_other.sh ROOT BUILD_FOLDER COMPILER_ID TOOLS FLAVOUR REGEX TARGET...: compiles these programs by the compiler
# that this build is not by, with the rewriter and the runtime of this one, and runs the tests REGEX of them: what they
# expect is to be the same.
root=$1 build=$2 tools=$4 flavour=$5 tests=$6
case $3 in
GNU) other=clang++ ;;
*) other=g++ ;;
esac
shift 6
command -v $other >/dev/null || { echo "no $other here"; exit 77; }
if ! { cmake -S "$root" -B "$build" -G Ninja -DBOOK_GPU=OFF -DCMAKE_CXX_COMPILER=$other \
    -DBOOK_FLAVOURS="emulator;$flavour" -DBOOK_TOOLS="$tools" && cmake --build "$build" -j 1 --target "$@"; } \
    >"$build.log" 2>&1; then
    tail -n 60 "$build.log"
    exit 1
fi
if ! ctest --test-dir "$build" -R "$tests" --output-on-failure >"$build.log" 2>&1; then
    tail -n 100 "$build.log"
    exit 1
fi
grep 'tests passed' "$build.log"
