#!/bin/sh
# `./book run --then-check` in a tree with a stand-in for the build: when there is a check, what it gets and shows, and
# what the last line makes of it.
# shellcheck disable=SC2034,SC2016  # INPUT is read by runs; what programs print is expanded there
# shellcheck source=/dev/null
. "$(dirname "$0")/lib.sh"
stand_in_tree
mkdir "$SCRATCH/tools" "$TREE/ch5_sum/tests"
printf '%s\n' 'check: --n 7' 'finds: race on global' >"$TREE/ch5_sum/tests/add_one.test"
echo 'exit 9' | fake_tool "$SCRATCH/tools/nvidia-smi"
fake_compiler "$SCRATCH/tools/g++"
echo 'exit 1' | fake_tool "$SCRATCH/tools/apt-get"
PATH=$SCRATCH/tools:$PATH
CUDACXX=/nowhere/nvcc STAND_IN_CHECKED=1
CHECKER=$SCRATCH/checker
export CUDACXX STAND_IN_CHECKED CHECKER
book() { "$TREE/book" "$@"; }

# A program that says how it is called, and what the checker says when it is checked: then nothing is to be written.
for name in "$TREE/ch5_dot/dot.cu" "$TREE/ch5_sum/add_one.cu" "$SCRATCH/my own.cu" "$SCRATCH/verifies.cu"; do
    script "$name" 'echo "shown: $*"' 'echo "said by itself" >&2' 'if [ "${BOOK_WRITES-}" != no ]; then exit "${CODE-0}"; fi' \
        '. "$CHECKER"'
done
echo '# "PASSED: 1 is 1"' >>"$SCRATCH/verifies.cu"

# checker CODE LINE...: what the checked program says, and its exit code.
checker() {
    code=$1
    shift
    { echo 'cat >&2 <<"END"' && printf '%s\n' "$@" && echo END && echo "exit $code"; } >"$CHECKER"
}
# last LINE: the last one, on standard error.
last() { [ "$(tail -n 1 "$ERR")" = "book: $1" ] || wrong "expected as the last line: book: $1"; }
# once WORDS: they are said once in all.
once() { [ "$(cat "$OUT" "$ERR" | grep -c -e "$1")" = 1 ] || wrong "expected once: $1"; }

# Nothing found: what the program says is shown once.
checker 0 'CUDA checker: nothing found in 2 launches, 64 threads and 128 accesses'
runs 0 book run --then-check dot --n 'a b'
last 'verified, and free of races (2 launches, 64 threads and 128 accesses)'
[ "$(cat "$OUT")" = 'shown: --n a b' ] || wrong 'it is not what the program prints, once'
once 'said by itself'
err '^book: checking dot$'
no_err 'CUDA checker'
runs 0 book run --then-check 'my own.cu'
last 'ended well, and free of races (2 launches, 64 threads and 128 accesses)'
runs 0 book run --then-check --backend emulator verifies.cu
last 'verified, and free of races (2 launches, 64 threads and 128 accesses)'
checker 0 'CUDA checker: nothing found, and no kernel was launched' \
    'CUDA checker: 2 results that nobody looks at, so that errors would go unseen; ./book check --strict dot lists them'
runs 0 book run --then-check dot
last 'verified, and nothing found, but no kernel was launched'
no_err 'CUDA checker'

# Mistakes: the first one stands in the last line, with its place, and all are shown as they are.
checker 98 'CUDA checker: error: race on global memory in kernel add' \
    '    my own.cu:12: thread 1 of block (0,0,0) writes 4 bytes' '    my own.cu:14: thread 0 of block (0,0,0) reads' \
    'more of its own' '    indented' 'CUDA checker: warning: leak' '    4 bytes, allocated at my own.cu:7' \
    'CUDA checker: 1 finding, 1 warning, 2 times in all'
runs 98 book run --then-check 'my own.cu'
last 'ended well this time, by luck: my own.cu:12: race on global memory in kernel add'
err '^    my own.cu:14: thread 0 of block \(0,0,0\) reads$'
err '^    4 bytes, allocated at my own.cu:7$'
no_err 'of its own|^    indented|times in all'
runs 98 book run --then-check dot
last 'right this time, by luck: my own.cu:12: race on global memory in kernel add'
runs 98 book run --then-check add_one
last 'verified, with the mistake that it shows on purpose: my own.cu:12: race on global memory in kernel add'
checker 98 'CUDA emulator: error: divergent barrier: the threads of block (0,0,0) of kernel sum wait at different __syncthreads()' \
    '    dot.cu:10: threads 0-15 wait at __syncthreads()' 'CUDA checker: error: index out of bounds in kernel sum' \
    '    dot.cu:20: thread 0 of block (0,0,0) uses index 4'
runs 98 book run --then-check add_one
last 'right this time, by luck: dot.cu:10: divergent barrier: the threads of block (0,0,0) of kernel sum wait at different __syncthreads(), and 1 more'
checker 98 'CUDA emulator: error: dot.cu:9: thread 3 of block (0,0,0) in kernel sum used address 0, where there is no memory'
runs 98 book run --then-check dot
last 'right this time, by luck: dot.cu:9: thread 3 of block (0,0,0) in kernel sum used address 0, where there is no memory'

# Warnings leave the exit code alone. So does what comments ignore, which is shown.
checker 0 'CUDA checker: warning: leak' '    d, 4 bytes of device memory, allocated at dot.cu:7' \
    'CUDA checker: warning: barrier without exited threads in kernel sum' '    dot.cu:9: block (0,0,0): threads 0-3 wait' \
    'CUDA checker: 0 findings, 2 warnings, 2 times in all'
runs 0 book run --then-check dot
last 'verified, and no mistake found, but a warning: dot.cu:7: leak, and 1 more'
checker 0 'CUDA checker: nothing found in 1 launch, 1 thread and 1 access' \
    'CUDA checker: 1 finding ignored, as comments in the source say' '    dot.cu:9: race, 1 time'
runs 0 book run --then-check dot
last 'verified, and free of races (1 launch, 1 thread and 1 access)'
err '^CUDA checker: 1 finding ignored'
err '^    dot.cu:9: race, 1 time$'

# Under the checker it ends in another way.
checker 3 'cannot do that'
runs 3 book run --then-check dot
last 'verified, but under the checker it ends with exit code 3: ./book check dot shows what it says'

# What did not end well is not checked.
for code in 1 2 77 139; do
    runs $code env CODE=$code "$TREE/book" run --then-check dot
    no_err 'checking'
    runs $code env CODE=$code "$TREE/book" run --then-check 'my own.cu'
    no_err 'checking'
done
runs 1 env CODE=1 "$TREE/book" run --then-check 'my own.cu'
last "It ended with exit code 1. ./book check 'my own.cu' looks at every access of its kernels, for what may be behind that"
script "$SCRATCH/bad.cu" 'if then'
runs 1 book run --then-check bad.cu
no_err 'checking'

# The check has no window, and a file for its input if the run had; the working directory is the same.
echo 'to be read' >"$SCRATCH/input"
INPUT=$SCRATCH/input
script "$SCRATCH/my own.cu" 'echo "CUDA checker: warning: $PWD [${DISPLAY-}${WAYLAND_DISPLAY-}${BOOK_OUT-}] $(cat)" >&2'
runs 0 env DISPLAY=:77 WAYLAND_DISPLAY=wl BOOK_OUT=x.png "$TREE/book" run --then-check 'my own.cu'
err "^CUDA checker: warning: $SCRATCH \\[:77wlx.png\\] to be read\$"
err "^CUDA checker: warning: $SCRATCH \\[\\] to be read\$"
INPUT=/dev/null
# Ctrl-C ends the check, too.
script "$SCRATCH/my own.cu" '[ "${BOOK_WRITES-}" != no ] || exec sleep 20'
runs 0 book run 'my own.cu'
runs 130 timeout --preserve-status -s INT 4 "$TREE/book" run --then-check 'my own.cu'
err '^book: checking'
err '^book: interrupted$'

# How it is called.
runs 2 book run --then-check
err "^book: --then-check takes a program's name or the path of a \\.cu file; \\./book check by itself checks every program\$"
for name in dot 'my own.cu'; do
    runs 2 book run "$name" --then-check
    err '^book: --then-check is an option of \./book run, and stands before the program.s name: \./book run --then-check '
    runs 2 book check --then-check "$name"
    err "^book: check has no option '--then-check'"
done
script "$TREE/ch5_dot/dot.cu" '#include "ranks.h"'
runs 2 book run --then-check dot --ranks 2
err '^book: --then-check looks at one process, and does not go with --ranks or --hostfile$'
finish
