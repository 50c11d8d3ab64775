#!/bin/sh
# Running one program, a file of the reader's own, and all of them, in a tree with
# a stand-in for the build: what is built when, what passes through, and the table.
# shellcheck disable=SC2016,SC2034  # expanded in stand-ins; INPUT is read by runs
# shellcheck source=/dev/null
. "$(dirname "$0")/lib.sh"
stand_in_tree
BUILD=$TREE/build
# No GPU answers here, whatever this machine has.
mkdir "$SCRATCH/tools"
echo 'exit 9' | fake_tool "$SCRATCH/tools/nvidia-smi"
echo 'echo "release 12.4,"' | fake_tool "$SCRATCH/tools/nvcc"
# The libraries for pictures are those that the stand-in for the compiler finds, and
# nothing is installed, whatever is missing here.
fake_compiler "$SCRATCH/tools/g++"
echo 'exit 1' | fake_tool "$SCRATCH/tools/apt-get"
echo 'exec "$@"' | fake_tool "$SCRATCH/tools/sudo"
PATH=$SCRATCH/tools:$PATH
CUDACXX=/nowhere/nvcc
export CUDACXX
book() { "$TREE/book" "$@"; }

# ---- one program

# The first call configures and builds just that; its output is the program's alone.
runs 0 book run ch5_dot/dot
[ "$(cat "$OUT")" = 'PASSED: dot is right' ] || wrong 'the output is not the program'\''s'
err '^book: running on the CPU emulator \(no CUDA toolkit found'
err '^book: configuring '
err '^book: building ch5_dot/dot$'
# What the build has to say is shown, and only that of what CMake says.
[ "$(grep -c 'the build says so$' "$ERR")" = 1 ] || wrong 'what the build has to say is not shown once'
err '^book: the build says so$'
no_err 'of CMake.s own'
[ ! -e "$BUILD/emulator/ch5_sum/add_one" ] || wrong 'more than one program was built'
# The second builds nothing.
runs 0 book run ch5_dot/dot
[ "$(wc -l <"$ERR")" -eq 1 ] || wrong 'the second call said more than where it runs'

# Every way to name it, from any working directory.
for name in ch5_dot/dot.cu ./ch5_dot/dot.cu ./ch5_dot/dot dot "$TREE/ch5_dot/dot.cu" \
    "$TREE/ch5_dot/dot"; do
    runs 0 book run "$name"
    out '^PASSED: dot is right$'
done
cd "$TREE/ch5_dot" || exit 1
for name in dot.cu ./dot.cu dot ../ch5_dot/dot.cu ch5_dot/dot; do
    runs 0 ../book run "$name"
    out '^PASSED: dot is right$'
done
cd "$SCRATCH" || exit 1
for name in dot.cu ch5_dot/dot.cu ch5_dot/dot; do
    runs 0 book run "$name"
    out '^PASSED: dot is right$'
done
ln -s "$TREE/book" "$SCRATCH/link"
cd "$SCRATCH" || exit 1
runs 0 ./link run dot
script "$TREE/ch10_last/dot.cu" true
runs 2 book run dot
err "'dot' is the name of more than one program: ch5_dot/dot ch10_last/dot$"
rm "$TREE/ch10_last/dot.cu"

# Options before the name are the command's, after it the program's, as they are. The command's own are for
# none of the suite's programs, but may be for a file of the reader's.
for option in '--backend emulator' '--backend=emulator' '--yes'; do
    # shellcheck disable=SC2086 # words
    runs 2 book run dot --n 3 $option
    silent
    err "^book: ${option%%[ =]*} is an option of ./book run, and stands before the program's name: ./book run .* ch5_dot/dot$"
done
err './book run --yes ch5_dot/dot$'
# shellcheck disable=SC2016  # expanded in the program
script "$SCRATCH/all of it.cu" 'for a; do echo "[$a]"; done' 'pwd' 'cat' 'echo told >&2' 'exit 5'
printf 'two\nlines' >"$SCRATCH/input"
INPUT=$SCRATCH/input
runs 5 book run --backend emulator --yes 'all of it.cu' --backend 'a b' '' '*' --yes --help
printf '%s\n' '[--backend]' '[a b]' '[]' '[*]' '[--yes]' '[--help]' "$SCRATCH" two >"$SCRATCH/expected"
printf 'lines' >>"$SCRATCH/expected"
cmp -s "$OUT" "$SCRATCH/expected" || wrong 'options, working directory or input did not pass through'
err '^told$'
err 'running on the CPU emulator \(as --backend emulator asks\)'
INPUT=/dev/null
# shellcheck disable=SC2016  # expanded in the program
script "$TREE/ch5_sum/add_two.cu" 'kill -SEGV $$'
runs 139 book run --backend=emulator add_two

# Runs side by side have a folder each where Open MPI would have one for all of a user's processes; but not on other
# hosts, which may have no such place.
echo 'echo "in ${OMPI_MCA_orte_top_session_dir-no folder of its own}"' | fake_tool "$SCRATCH/tools/mpirun"
script "$TREE/ch5_dot/dot.cu" '#include "ranks.h"' 'echo "in $OMPI_MCA_orte_top_session_dir"'
: >"$SCRATCH/folders"
: >"$SCRATCH/hosts"
for options in '' '' '--ranks 2' '--ranks=3'; do
    # shellcheck disable=SC2086 # words
    runs 0 book run dot $options
    out "^in ${TMPDIR:-/tmp}/ompi\\."
    cat "$OUT" >>"$SCRATCH/folders"
done
[ "$(sort -u "$SCRATCH/folders" | wc -l)" = 4 ] || wrong "they have folders in common: $(cat "$SCRATCH/folders")"
runs 0 book run dot --ranks 2 --hostfile "$SCRATCH/hosts"
out '^in no folder of its own$'
script "$TREE/ch5_dot/dot.cu" "echo 'PASSED: dot is right'"

# ---- a file of the reader's own

script "$SCRATCH/my own.cu" 'cat; echo mine' 'exit 3'
INPUT=$SCRATCH/input
runs 3 book run 'my own.cu'
INPUT=/dev/null
out '^linesmine$'
runs 3 book run "$SCRATCH/my own.cu"
no_err 'configuring|building'
script "$SCRATCH/bad.cu" 'if then'
runs 1 book run bad.cu
silent
err 'bad.cu could not be built'
err '[Ss]yntax error'
no_err 'ninja: build stopped|tail -n'
# Where it ends badly on the emulator, the last line says who knows more, but not of what it has said itself.
hint() { tail -n 1 "$ERR" | grep -Eq -e "$1" || wrong "expected as the last line: $1"; }
if setpriv --pdeathsig TERM true 2>/dev/null; then
    for end in 'exit 3:3:It ended with exit code 3\. ./book check mine.cu looks at every access' \
        'kill -SEGV $$:139:It crashed \(SIGSEGV\)\. ./book check mine.cu looks at every access' \
        'kill -INT $$:130:interrupted\. If it hung: ./book check mine.cu names an endless loop' \
        'exit 0:0:running on' 'exit 2:2:running on' 'exit 77:77:running on'; do
        code=${end#*:}
        script "$SCRATCH/mine.cu" "${end%%:*}"
        runs "${code%%:*}" book run mine.cu >/dev/null 2>&1 # builds it
        runs "${code%%:*}" book run mine.cu
        hint "^book: ${code#*:}"
    done
    runs 3 book run 'my own.cu'
    hint "./book check 'my own.cu' looks at"
    CUDACXX=$SCRATCH/tools/nvcc runs 3 book run --backend gpu 'my own.cu'
    no_err 'book check'
    # Who ends this command ends the program, whose output then has an end.
    script "$SCRATCH/mine.cu" 'echo begun' 'exec sleep 30'
    mkfifo "$SCRATCH/output"
    "$TREE/book" run mine.cu >"$SCRATCH/output" 2>/dev/null &
    command=$!
    {
        read -r line
        kill "$command"
        timeout 10 cat || wrong 'the program goes on without the command'
    } <"$SCRATCH/output"
    wait "$command" 2>/dev/null
fi
# Nobody has another's program: not of the same name, not at the same time.
mkdir "$SCRATCH/one" "$SCRATCH/two"
script "$SCRATCH/one/same.cu" 'sleep 0.3; echo of one'
script "$SCRATCH/two/same.cu" 'echo of two'
book run "$SCRATCH/one/same.cu" >"$SCRATCH/first" 2>/dev/null &
runs 0 book run "$SCRATCH/two/same.cu"
out '^of two$'
wait
grep -qx 'of one' "$SCRATCH/first" || wrong 'the first printed something else'
# Each has a folder of its own: who runs the one does not build the other again.
runs 0 book run "$SCRATCH/one/same.cu"
out '^of one$'
no_err 'building'
# A lock that others have is waited for, and that is said; a killed call leaves none behind.
if command -v flock >/dev/null; then
    flock "$BUILD/book/lock" sleep 1 &
    sleep 0.3
    runs 0 book run "$SCRATCH/two/same.cu"
    err "^book: waiting: another ./book is building in $BUILD\$"
    wait
    script "$SCRATCH/endless.cu" 'echo up; exec sleep 30'
    book run "$SCRATCH/endless.cu" >"$SCRATCH/first" 2>/dev/null &
    until grep -q up "$SCRATCH/first"; do sleep 0.1; done
    kill -9 $!
    runs 0 book run "$SCRATCH/two/same.cu"
    no_err 'waiting'
    runs 0 book run dot
    no_err 'waiting'
fi
# Once it is gone it is in nobody's way, not even when CMake has to run again.
rm "$SCRATCH/bad.cu"
touch "$TREE/CMakeLists.txt"
runs 0 book run dot
# A file laid into a chapter's folder is run as the reader's own.
script "$TREE/ch5_dot/extra.cu" 'echo extra'
runs 0 book run ch5_dot/extra
out '^extra$'
runs 0 book run ch5_dot/extra
no_err 'configuring|building'

# ---- the build tree

# Incomplete, of another folder, or for another compiler: it heals.
rm "$BUILD/build.ninja"
runs 0 book run dot
err 'the build tree is incomplete'
rm "$BUILD/CMakeCache.txt"
runs 0 book run dot
err 'the build tree is incomplete'
sed 's/^\(CMAKE_HOME_DIRECTORY:INTERNAL=\).*/\1\/elsewhere/' "$BUILD/CMakeCache.txt" >"$SCRATCH/cache"
cp "$SCRATCH/cache" "$BUILD/CMakeCache.txt"
runs 0 book run dot
err 'the build tree belongs to another folder \(/elsewhere\)'
runs 0 book run dot
no_err 'configuring'
# What CMake says about a mistake is shown.
cp "$TREE/CMakeLists.txt" "$SCRATCH/CMakeLists.txt"
echo 'message(FATAL_ERROR "a mistake")' >>"$TREE/CMakeLists.txt"
runs 1 book run dot
err 'a mistake'
rm -r "$BUILD"
runs 1 book run dot
err 'a mistake'
err 'CMake could not configure'
cp "$SCRATCH/CMakeLists.txt" "$TREE/CMakeLists.txt"
runs 0 book run dot

# The libraries for pictures come and go: the tree is configured again, and from
# scratch where CMake would not notice. KEPT tells, which --fresh forgets.
cmake -DKEPT=', kept' "$BUILD" >/dev/null 2>&1
echo 'libpng-dev' >"$MISSING"
runs 0 book run dot
err 'the libraries for pictures are not those that the build tree was made with'
err '^book: the build says so$'
runs 0 book run dot
no_err 'configuring|libraries'
cmake -DKEPT=', kept' "$BUILD" >/dev/null 2>&1
echo 'libwebp-dev' >"$MISSING"
runs 0 book run dot
err '^book: the build says so$'
cmake -DKEPT=', kept' "$BUILD" >/dev/null 2>&1
: >"$MISSING"
runs 3 book run "$SCRATCH/my own.cu"
err 'the libraries for pictures are not those that the build tree was made with'
err '^book: the build says so, kept$'
[ "$(grep -c configuring "$ERR")" = 1 ] || wrong 'the tree was configured more than once'
runs 0 book run dot
no_err 'configuring|libraries'
# A tree that was made without this command may be older than the libraries.
rm "$BUILD/book/libraries"
echo 'libpng-dev' >"$MISSING"
runs 0 book run dot
err '^book: the build says so, kept$'
runs 0 book run dot
no_err 'configuring|libraries'
# When ninja runs CMake again, what the build has to say is shown too.
touch "$TREE/CMakeLists.txt"
runs 0 book run dot
err '^book: the build says so, kept$'

# The build tree may lie elsewhere.
cd "$SCRATCH" || exit 1
runs 0 env BOOK_BUILD_DIR=other "$TREE/book" run dot
[ -x "$SCRATCH/other/emulator/ch5_dot/dot" ] || wrong 'BOOK_BUILD_DIR was not used'

# ---- every program

rm "$TREE/ch5_dot/extra.cu"
script "$TREE/ch5_dot/dot.cu" 'pwd' 'echo "wrote dot.ppm"' 'echo "PASSED: 3 × 4 is 12"'
script "$TREE/ch5_sum/add_one.cu" \
    'echo "PASSED: 1 × 1 × 1 × 1 × 1 × 1 × 1 × 1 × 1 is 1; 2 × 2 × 2 × 2 × 2 × 2 × 2 × 2 is 256"'
script "$TREE/ch5_sum/add_two.cu" 'echo "PASSED: 2 is 2"'
cat >"$SCRATCH/expected" <<'TEXT'
  program  verdict    time  what it showed
ch5_dot
  dot      PASSED   0.00 s  3 × 4 is 12
                            wrote dot.ppm
ch5_sum
  add_one  PASSED   0.00 s  1 × 1 × 1 × 1 × 1 × 1 × 1 × 1 × 1 is 1; 2 × 2 × 2 ×
                            2 × 2 × 2 × 2 × 2 is 256
  add_two  PASSED   0.00 s  2 is 2
ch10_last
  dot2     PASSED   0.00 s  dot2 is right

The pictures are in build/pictures.
4 of 4 programs verified themselves on the CPU emulator
TEXT
cd "$TREE" || exit 1
runs 0 book run
sed 's/ [0-9]*\.[0-9]* s/ 0.00 s/' "$OUT" | cmp -s - "$SCRATCH/expected" || wrong 'the table is another one'
out '^4 of 4 programs verified themselves on the CPU emulator$'
no_out '(failed|could not run)'
err '^\[[0-9]+/[0-9]+\]'
err 'running ch10_last/dot2'
[ "$(tail -n 1 "$OUT" | cut -c 1-6)" = '4 of 4' ] || wrong 'the count is not the last line'

# One that does not compile is said so, and the others run; what it was before does not.
script "$TREE/ch5_dot/dot.cu" 'if then'
runs 1 book run
rows
out '^ch5_dot/dot +NOT BUILT +it does not compile \(above\) '
out '^ch5_sum/add_one +PASSED '
out '^3 of 4 programs verified themselves on the CPU emulator; 1 of 4 failed$'
err '[Ss]yntax error'
runs 1 book run dot
silent
err 'ch5_dot/dot could not be built'
runs 0 book run add_one
script "$TREE/ch5_dot/dot.cu" 'echo "PASSED: 3 × 4 is 12"'
# One that is gone is not missed.
mv "$TREE/ch10_last/dot2.cu" "$SCRATCH/"
runs 0 book run add_two
mv "$SCRATCH/dot2.cu" "$TREE/ch10_last/"

# No window opens and waits for somebody, but the one of a program run by itself may.
# shellcheck disable=SC2016  # expanded in the program
script "$TREE/ch5_sum/add_one.cu" 'echo "PASSED: display [${DISPLAY-}${WAYLAND_DISPLAY-}]"'
runs 0 env DISPLAY=:77 WAYLAND_DISPLAY=wl "$TREE/book" run
rows
out '^ch5_sum/add_one +PASSED +display \[\] '
runs 0 env DISPLAY=:77 WAYLAND_DISPLAY=wl "$TREE/book" run add_one
out '^PASSED: display \[:77wl\]$'

# One that says it failed, one that cannot run, one that crashes, one that lies.
script "$TREE/ch5_dot/dot.cu" 'echo noise >&2' 'echo "FAILED: 3 is not 4"' 'exit 1'
script "$TREE/ch5_sum/add_one.cu" 'echo first >&2' 'echo "no window here" >&2' 'exit 77'
# shellcheck disable=SC2016  # expanded in the program
script "$TREE/ch5_sum/add_two.cu" 'kill -ABRT $$'
script "$TREE/ch10_last/dot2.cu" 'echo "all is well"'
runs 1 book run
no_out '^The pictures'
rows
out '^ch5_dot/dot +FAILED +3 is not 4 '
out '^ch5_sum/add_one +CANNOT RUN HERE +no window here '
out '^ch5_sum/add_two +CRASHED \(SIGABRT\) +it said nothing '
out '^ch10_last/dot2 +FAILED +it ended well but did not say PASSED '
out '^0 of 4 programs verified themselves on the CPU emulator; 3 of 4 failed; 1 of 4 could not run here$'
no_err 'Aborted'
for name in ch5_dot/dot ch5_sum/add_two ch10_last/dot2; do
    script "$TREE/$name.cu" 'echo "PASSED: yes"'
done
runs 1 book run
out '^3 of 4 programs verified themselves on the CPU emulator; 1 of 4 could not run here$'

# Ctrl-C ends it, all of it. (timeout signals the whole group, as a terminal does.)
script "$TREE/ch5_dot/dot.cu" 'sleep 20'
if command -v timeout >/dev/null; then
    runs 130 timeout --preserve-status -s INT 2 "$TREE/book" run
    silent
    err '^book: interrupted$'
    no_err 'running ch5_sum'
    runs 130 timeout --preserve-status -s INT 2 "$TREE/book" run dot
    # A build, too.
    mkdir "$SCRATCH/slow"
    echo 'sleep 20' | fake_tool "$SCRATCH/slow/ninja"
    runs 130 env PATH="$SCRATCH/slow:$PATH" timeout --preserve-status -s INT 2 "$TREE/book" run "$SCRATCH/my own.cu"
    silent
    err '^book: interrupted$'
    no_err 'could not be built'
fi

# ---- where it runs

script "$TREE/ch5_dot/dot.cu" 'echo "PASSED: yes"'
runs 1 book run --backend gpu dot
silent
err "--backend gpu needs nvcc, and there is none: CUDACXX names '/nowhere/nvcc'"
# A toolkit that came after the build tree: it is found, and no GPU answers.
CUDACXX=$SCRATCH/tools/nvcc
runs 0 book run dot
err 'running on the CPU emulator \(no GPU answers; --backend gpu overrides\)'
runs 0 book run --backend gpu dot
err 'running on the GPU \(as --backend gpu asks, though none answers\)'
[ -x "$BUILD/gpu/ch5_dot/dot" ] || wrong 'it was not built for the GPU'
echo 'echo "GPU 0: Made-up 9000 (UUID: GPU-0)"' | fake_tool "$SCRATCH/tools/nvidia-smi"
runs 1 book run
err 'running on the GPU \(Made-up 9000 answers; --backend emulator overrides\)'
out '^3 of 4 programs verified themselves on the GPU; 1 of 4 could not run here$'
# A driver without a GPU is none.
echo 'echo "No devices found."' | fake_tool "$SCRATCH/tools/nvidia-smi"
runs 0 book run dot
err 'running on the CPU emulator'

# ---- test

for name in ch5_dot/dot ch5_sum/add_one ch5_sum/add_two ch10_last/dot2; do
    script "$TREE/$name.cu" 'echo "PASSED: yes"'
done
rm -rf "$BUILD/emulator"
# What is only listed is not built, and what is selected needs no more than it says.
runs 0 book test -N
out 'Total Tests: 4'
runs 0 book test --yes -N
[ ! -e "$BUILD/emulator" ] || wrong 'something was built in order to list the tests'
runs 0 book test -R first
no_out 'Test .*second'
tail -n 1 "$OUT" | grep -q '^Total Test time' || wrong 'the summary is not the last line'
no_err 'left to'
[ ! -e "$BUILD/emulator" ] || wrong 'a test that needs nothing had something built'
runs 0 book test -R dot
[ -x "$BUILD/emulator/ch5_dot/dot" ] || wrong 'what the test runs was not built'
[ ! -e "$BUILD/emulator/ch5_sum" ] || wrong 'more was built than the test runs'
runs 0 book test -R add_one
[ -x "$BUILD/emulator/ch5_sum/add_one" ] || wrong 'what the test requires was not built'
[ ! -e "$BUILD/emulator/ch5_sum/add_two" ] || wrong 'more was built than the test requires'
runs 8 book test -R no_such_test
# Without a selection: the tests that a change can break. What is left is said, in the last line.
runs 8 book test --yes
out '^75% tests passed, 1 tests failed out of 4'
out '^why it failed$'
tail -n 1 "$ERR" | grep -q '^book: left to ./book test --all: 1 tests, ' || wrong 'what is left is not said last'
[ ! -e "$BUILD/emulator/ch5_sum/add_two" ] || wrong 'what is left to --all was built'
runs 8 book test --all
out '^80% tests passed, 1 tests failed out of 5'
[ -x "$BUILD/emulator/ch5_sum/add_two" ] || wrong '--all did not build all'
no_err 'left to'
runs 0 book test -L thorough
out ' tests passed, 0 tests failed out of 1'
runs 2 book test -R first --all
err '^book: --all stands before the options of ctest'
# A program that does not compile: its tests fail, by a file that is not there; others run.
script "$TREE/ch5_dot/dot.cu" 'if then'
runs 8 book test --all
err '[Ss]yntax error'
err 'not everything could be built \(above\); the tests that need it fail'
out '^60% tests passed, 2 tests failed out of 5'
finish
