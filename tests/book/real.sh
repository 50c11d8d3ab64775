#!/bin/sh
# The command with the real build, in a build tree of its own: every program on the
# emulator, and files of a reader's own.
# shellcheck disable=SC2034  # INPUT is read by runs
# shellcheck source=/dev/null
. "$(dirname "$0")/lib.sh"
BOOK_BUILD_DIR=$SCRATCH/build
export BOOK_BUILD_DIR
# Without nvcc, for speed: the command uses the build tree that is there.
(cd "$ROOT" && cmake --preset emulator -B "$BOOK_BUILD_DIR") >"$SCRATCH/log" 2>&1 || {
    cat "$SCRATCH/log"
    exit 1
}
run() { "$BOOK" run --backend emulator "$@"; }

# ---- every program

runs 0 run
out ' programs verified themselves on the CPU emulator$'
no_out 'FAILED|CRASHED|CANNOT'
for file in "$ROOT"/ch*/*.cu; do
    name=${file#"$ROOT"/}
    out "^${name%.cu} +PASSED +[^ ].* [0-9]+\.[0-9]+ s"
done
# The second call builds nothing.
ls -lR --time-style=full-iso "$BOOK_BUILD_DIR/emulator" >"$SCRATCH/before" 2>/dev/null
runs 0 run
no_err 'configuring|building|^\[[0-9]+/[0-9]+\] (Building|Linking|Rewriting)'
ls -lR --time-style=full-iso "$BOOK_BUILD_DIR/emulator" >"$SCRATCH/after" 2>/dev/null
cmp -s "$SCRATCH/before" "$SCRATCH/after" || wrong 'the second call built something'
# Where CUDA calls fail, every program says so and the table does.
runs 1 env CUDA_EMULATOR_FAIL_CALL=1 "$BOOK" run --backend emulator
out '^0 of ([0-9]+) programs verified themselves on the CPU emulator; \1 of \1 failed$'
no_out 'PASSED|CRASHED'
# A program's own mistake of usage is its own.
runs 2 run ch5_dot/dot --no-such-option
err '--no-such-option'

# ---- a reader's own files

mkdir "$SCRATCH/my work"
cd "$SCRATCH/my work" || exit 1
cat >'my sum.cu' <<'TEXT'
#include <cstdio>
#include <cstdlib>
#include "my_constant.h"
__global__ void add(const int *a, const int *b, int *c) { *c = *a + *b + MY_CONSTANT; }
int main(int argc, char **argv) {
    int a = 0, b = argc > 1 ? atoi(argv[1]) : 0, c = 0, *dev;
    if (scanf("%d", &a) != 1 || cudaMalloc(&dev, 3 * sizeof(int)) != cudaSuccess)
        return 9;
    cudaMemcpy(dev, &a, sizeof a, cudaMemcpyHostToDevice);
    cudaMemcpy(dev + 1, &b, sizeof b, cudaMemcpyHostToDevice);
    add<<<1, 1>>>(dev, dev + 1, dev + 2);
    cudaMemcpy(&c, dev + 2, sizeof c, cudaMemcpyDeviceToHost);
    cudaFree(dev);
    printf("%d\n", c);
    return 3;
}
TEXT
echo '#define MY_CONSTANT 1000' >my_constant.h
echo 20 >"$SCRATCH/input"
INPUT=$SCRATCH/input
runs 3 run 'my sum.cu' 4
[ "$(cat "$OUT")" = 1024 ] || wrong 'the output is not that of the reader'\''s own program'
runs 3 run "$SCRATCH/my work/my sum.cu"
out '^1020$'
no_err 'configuring|building'
# A change of what it includes is seen.
echo '#define MY_CONSTANT 2000' >my_constant.h
runs 3 run 'my sum.cu'
out '^2020$'
INPUT=/dev/null

# A mistake is reported in the reader's file, at its line.
printf '%s\n' '#include <cstdio>' '' '__global__ void k() {}' 'int main() {' \
    '    k<<<1, 1>>>();' '    return undeclared_thing;' '}' >bad.cu
runs 1 run bad.cu
silent
err 'bad\.cu:6(:[0-9]+)?: .*undeclared_thing'
err 'bad\.cu could not be built'
no_err 'ninja: build stopped'
# It stands in nobody's way, there or gone.
runs 0 run ch5_dot/dot
rm bad.cu
runs 0 run ch5_dot/dot
finish
