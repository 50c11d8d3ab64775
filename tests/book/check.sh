#!/bin/sh
# `./book check --backend gpu` in a tree with a stand-in for the build, for nvcc and for
# compute-sanitizer: which runs there are, and what becomes of what the tools say.
# shellcheck disable=SC2034,SC2016  # INPUT is read by runs; what programs print is expanded there
# shellcheck source=/dev/null
. "$(dirname "$0")/lib.sh"
stand_in_tree
mkdir "$SCRATCH/tools" "$TREE/ch5_dot/tests" "$TREE/ch5_sum/tests"
printf '%s\n' 'check: --n 7' 'finds: race on global' >"$TREE/ch5_sum/tests/add_one.test"
echo 'finds: memory out of bounds' >"$TREE/ch5_sum/tests/add_two.test"
fake_compiler "$SCRATCH/tools/g++"
echo 'exit 1' | fake_tool "$SCRATCH/tools/apt-get"
PATH=$SCRATCH/tools:$PATH
book() { "$TREE/book" "$@"; }

CUDACXX=/nowhere/nvcc STAND_IN_CHECKED=1
export CUDACXX STAND_IN_CHECKED
runs 1 book check --backend gpu ch5_dot/dot
err "--backend gpu needs nvcc, and there is none: CUDACXX names '/nowhere/nvcc'"
echo 'echo "release 13.0,"' | fake_tool "$SCRATCH/tools/nvcc"
CUDACXX=$SCRATCH/tools/nvcc
runs 1 book check --backend gpu ch5_dot/dot
err 'needs compute-sanitizer, a part of the CUDA toolkit: it is neither on PATH nor beside'
runs 2 book check --backend tpu
err "unknown backend 'tpu'; the backends are emulator, gpu"
runs 2 book check --backend gpu --strict
err "--strict is for the emulator's checker"
script "$TREE/ch5_dot/dot.cu" 'echo "strict: ${CUDA_CHECKER_STRICT:-no}"'
runs 0 book check --strict ch5_dot/dot
out '^strict: 1$'
runs 0 book check ch5_dot/dot
out '^strict: no$'

# It does as the real one: runs the program, writes a log, and says by its exit code whether there are
# findings. Those are in a file named after the tool.
SAYS=$SCRATCH/says
mkdir "$SAYS"
export SAYS
fake_tool "$SCRATCH/tools/compute-sanitizer" <<'TEXT'
echo "$*" >>"$SAYS/calls"
while [ $# -gt 0 ]; do
    case $1 in
    --tool) tool=$2; shift ;;
    --log-file) log=$2; shift ;;
    --error-exitcode) found=$2; shift ;;
    --leak-check | --racecheck-report | --print-limit) shift ;;
    *) break ;;
    esac
    shift
done
program=${1##*/}
"$@"
code=$?
echo '========= COMPUTE-SANITIZER' >"$log"
[ -f "$SAYS/$program.$tool" ] || exit $code
cat "$SAYS/$program.$tool" >>"$log"
exit "$found"
TEXT
# Nothing found: the program's own exit code, its output once, its input each time.
script "$TREE/ch5_dot/dot.cu" 'wc -c >>"$SAYS/read"' 'echo "PASSED: dot is right $*"' 'exit 3'
echo 12345 >"$SCRATCH/input"
INPUT=$SCRATCH/input
runs 3 book check --backend gpu ch5_dot/dot --n 4
[ "$(cat "$OUT")" = 'PASSED: dot is right --n 4' ] || wrong 'the output is not the program'\''s, once'
[ "$(grep -c '^6$' "$SAYS/read")" = 4 ] || wrong 'not every run has read the input'
no_err 'CUDA checker'
for tool in memcheck racecheck initcheck synccheck; do
    grep -q -e "--tool $tool .*--error-exitcode 98.*gpu/ch5_dot/dot --n 4\$" "$SAYS/calls" ||
        wrong "no run by $tool"
done
INPUT=/dev/null

# What is found, in our words: each once.
{
    for thread in 5 6 7; do
        echo '========= Invalid __global__ write of size 4 bytes'
        echo '=========     at void add<(bool)0>(int *, int)+0x50 in dot.cu:9'
        echo "=========     by thread ($thread,0,0) in block (2,0,0)"
        echo '=========     Access to 0x7f4972800190 is out of bounds'
        echo '=========     and is 5 bytes after the nearest allocation at 0x7f4972800000 of size 400 bytes'
        echo '=========     Saved host backtrace up to driver entry point at kernel launch time'
        echo '========= '
    done
    echo '========= Program hit cudaErrorLaunchFailure (error 719) due to "unspecified launch failure" on CUDA API call to cudaFree.'
    echo '========= '
    echo '========= Leaked 1,000 bytes at 0x7fc000800000'
    echo '=========     Saved host backtrace up to driver entry point at allocation time'
    echo '=========         Host Frame: cudaMalloc [0x4d536] in dot'
    echo '=========         Host Frame: main in dot.cu:33 [0x8e0d] in dot'
    echo '========= '
    echo '========= ERROR SUMMARY: 4 errors'
} >"$SAYS/dot.memcheck"
{
    for byte in c d; do
        echo "========= Warning: (Warp Level Programming) Potential RAW hazard detected at __shared__ 0x68$byte in block (0,1,0) :"
        echo '=========     Write Thread (0,7,0) at add(float *)+0xe0 in dot.cu:6'
        echo '=========     Read Thread (0,8,0) at add(float *)+0x100 in dot.cu:8'
        echo '=========     Current Value : 0'
        echo '========= '
    done
    echo '========= RACECHECK SUMMARY: 2 hazards displayed (0 errors, 2 warnings)'
} >"$SAYS/dot.racecheck"
runs 98 book check --backend gpu ch5_dot/dot
err '^CUDA checker: error: memory out of bounds in kernel add$'
err '^    ch5_dot/dot.cu:9: thread 5 of block \(2,0,0\) writes 4 bytes: 5 bytes after the nearest allocation of size 400 bytes$'
err '^    at least 3 times$'
no_err 'LaunchFailure'
err '^    1000 bytes of device memory, allocated at ch5_dot/dot.cu:33$'
err '^CUDA checker: error: race on shared memory in kernel add$'
err '^    ch5_dot/dot.cu:6: thread \(0,7,0\) of block \(0,1,0\) writes$'
err '^    ch5_dot/dot.cu:8: thread \(0,8,0\) of block \(0,1,0\) reads there$'
no_err '^    at least 2 times$'
err '^CUDA checker: 3 findings'
runs 98 book check --backend gpu --report json ch5_dot/dot
grep -q '"kind": "race", "count": 1, "text": "race on shared memory in kernel add\\n    ch5_dot/dot.cu:6: thread' "$OUT" ||
    wrong 'the list has no race'
no_out 'PASSED'
err 'PASSED: dot is right'

# A refused call is the program's if the program made it, and not if a library did.
rm "$SAYS"/dot.*
{
    echo '========= Program hit cudaErrorNoKernelImageForDevice (error 209) due to "no kernel image is available" on CUDA API call to cudaFuncGetAttributes.'
    echo '=========     Saved host backtrace up to driver entry point at error'
    echo '=========         Host Frame: cudaFuncGetAttributes [0x6d0] in libcudart.so.13'
    echo '=========         Host Frame: initKernels(int, int) in enqueue.cc:52 [0x6d9d3] in libsums.so.2'
    echo '=========         Host Frame: main in dot.cu:33 [0xd181] in dot'
    echo '========= '
    echo '========= ERROR SUMMARY: 1 error'
} >"$SAYS/dot.memcheck"
script "$TREE/ch5_dot/dot.cu" 'echo "PASSED: dot is right"'
runs 0 book check --backend gpu ch5_dot/dot
no_err 'CUDA checker'
sed '/libsums/d' "$SAYS/dot.memcheck" >"$SAYS/dot.memcheck.new" && mv "$SAYS/dot.memcheck.new" "$SAYS/dot.memcheck"
runs 98 book check --backend gpu ch5_dot/dot
err '^    ch5_dot/dot.cu:33: cudaFuncGetAttributes returns cudaErrorNoKernelImageForDevice '

# The whole suite: clean, as taught, taught but beyond the tools, and not as it should be.
rm "$SAYS"/dot.*
script "$TREE/ch5_dot/dot.cu" 'echo "PASSED: dot is right"'
cat >"$SAYS/add_two.memcheck" <<'TEXT'
========= Invalid __shared__ read of size 8 bytes
=========     at two(double *)+0x50 in add_two.cu:4
=========     by thread (1,0,0) in block (0,0,0)
=========     Access to 0x500 is out of bounds
========= 
TEXT
runs 0 book check --backend gpu
rows
out '^ch5_dot/dot +CLEAN '
out '^ch5_sum/add_one +NOT SEEN '
out '^ch5_sum/add_two +AS TAUGHT +shared memory out of bounds in kernel two '
out '^4 of 4 programs are as they should be$'
grep -q -e 'ch5_sum/add_one --n 7$' "$SAYS/calls" || wrong 'without the options of add_one.test'
cp "$SAYS/add_two.memcheck" "$SAYS/dot2.synccheck"
runs 1 book check --backend gpu
rows
out '^ch10_last/dot2 +FINDINGS +shared memory out of bounds in kernel two '
out '^3 of 4 programs are as they should be$'
rm "$SAYS/dot2.synccheck"
# A program that passes or fails by the clock, which the tools change; but it must run to its end.
echo 'clock: of these' >"$TREE/ch5_dot/tests/dot.test"
script "$TREE/ch5_dot/dot.cu" 'echo "FAILED: 7 cycles"' 'exit 1'
runs 0 book check --backend gpu
rows
out '^ch5_dot/dot +CLEAN +but for its own verdict, which is about clock cycles'
script "$TREE/ch5_dot/dot.cu" 'echo "broken"' 'exit 3'
runs 1 book check --backend gpu
rows
out '^ch5_dot/dot +FAILED +exit code 3'
script "$TREE/ch5_sum/add_one.cu" 'echo "FAILED: 7"' 'exit 1'
script "$TREE/ch5_dot/dot.cu" 'echo "PASSED: dot is right"'
runs 1 book check --backend gpu
rows
out '^ch5_sum/add_one +MISSED '
finish
