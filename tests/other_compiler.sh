#!/bin/sh
# other_compiler.sh ROOT BUILD_FOLDER COMPILER_ID TOOLS: has the compiler that this build is not by read the rewriter
# and every program, as that of the folder TOOLS rewrites it for the CPU, and build the emulator and its tests of what a
# compiler may do otherwise; runs those. What a program calculates is for the tests of the one compiler: what another
# may make of barriers, threads and memory, these tests ask.
root=$1 build=$2 tools=$4
tests='kernels shared_memory warp matrices async_copies spin_lock early_return random_1'
targets='' names=''
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
    -DBOOK_FLAVOURS=emulator -DBOOK_UNITY=ON -DBOOK_REWRITER="$tools" &&
    cmake --build "$build" -j 1 --target $targets; } >"$build.log" 2>&1; then
    tail -n 60 "$build.log"
    exit 1
fi
# By the dozen, as in emulator/CMakeLists.txt: nearly all that takes time is the headers of the C++ library.
# shellcheck disable=SC2016 # expanded by the inner shell
if ! (cd "$root/emulator/rewriter" && printf '%s\n' ./*/*.cpp | xargs -n 12 sh -c 'other=$0
    printf "#include \"%s\"\n" "$@" | "$other" -std=c++17 -fno-exceptions -fsyntax-only -Wall -Wextra -I. -x c++ -' \
    $other) >>"$build.log" 2>&1; then
    grep -A 5 'error:' "$build.log"
    exit 1
fi
ninja=$(command -v ninja || command -v ninja-build)
"$ninja" -C "$build" -t commands emulator_programs | grep 'CMakeFiles/emulator\.ch.* -c ' >"$build.commands"
# shellcheck disable=SC2046 # files of the build, whose names have no spaces
"$ninja" -j 1 -C "$build" $(sed -n 's|.* -c .*/\(rewritten/.*\.cpp\)"*$|\1|p' "$build.commands") >>"$build.log" 2>&1
if ! (cd "$build" && sed 's/ -MD -MT [^ ]* -MF [^ ]*//; s/ -o [^ ]* -c / -fsyntax-only -c /' "$build.commands" |
    tr '\n' '\0' | xargs -0 -n 1 sh -c) >>"$build.log" 2>&1; then
    grep -A 5 'error:' "$build.log"
    exit 1
fi
echo "$(wc -l <"$build.commands") source files of programs"
if grep 'warning:' "$build.log"; then
    exit 1
fi
if ! ctest --test-dir "$build" -L '^emulator$' \
    -R "^emulator/tests/(${names#|}):" --output-on-failure \
    >"$build.log" 2>&1; then
    tail -n 100 "$build.log"
    exit 1
fi
grep 'tests passed' "$build.log"
