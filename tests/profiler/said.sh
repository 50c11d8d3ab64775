#!/bin/sh
# said.sh PROGRAMS SOURCES: what the profiler tells people, of the programs in the folder, whose sources are in the other.
failed=0
# expect CODE PROGRAM REGEX...: the exit code, and a line like each of these on stderr.
expect() {
    wanted=$1 program=$programs/$2
    shift 2
    said=$("$program" 2>&1 >/dev/null </dev/null)
    code=$?
    if [ $code -ne "$wanted" ]; then
        printf '%s\n' "$said" "$program: expected exit code $wanted, got $code"
        failed=1
    fi
    for regex; do
        printf '%s\n' "$said" | grep -Eq -e "$regex" || {
            printf '%s\n' "$said" "$program: expected a line like $regex"
            failed=1
        }
    done
}
# line_of FILE TEXT: the number of the line with this text.
line_of() { grep -nF -e "$2" "$sources/$1" | head -n 1 | cut -d : -f 1; }
programs=$1 sources=$2
naive=$(line_of transpose.cu 'out[x * N + y]')
drain=$(line_of transpose.cu 'out[y * N + x] = tile')
expect 0 transpose '^CUDA profiler: kernel naive<<<\(16,16,1\),\(32,32,1\)>>>$' \
    "transpose.cu:$naive: 32 sectors a request, 4 would do: neighbouring threads write 2048 bytes apart$" \
    "transpose.cu:$drain: 32 wavefronts a request, 1 would do, .*: neighbouring threads read 128 bytes apart$" \
    '^    in all: global memory, 16384 requests, 294912 sectors, 65536 ideal$' \
    '^    in all: shared memory, 16384 requests, 270336 wavefronts, 16384 ideal$' \
    '^    in all: shared memory, 16384 requests, 16384 wavefronts, 16384 ideal$'
expect 0 blocks 'kernel again<<<\(3,1,1\),\(64,1,1\)>>>, 4 launches$'
expect 0 atomics "atomics.cu:$(line_of atomics.cu 'atomicAdd(sum, 1)'): 32 of 32 threads meet at one address"

# Some of the blocks.
CUDA_PROFILER_BLOCKS=10
export CUDA_PROFILER_BLOCKS
expect 0 transpose '^CUDA profiler: kernel naive.*, 10 of 256 blocks profiled$' \
    '^    in all: global memory, 640 requests, 11520 sectors, 2560 ideal$'
CUDA_PROFILER_BLOCKS=257
expect 0 transpose '^CUDA profiler: kernel naive<<<\(16,16,1\),\(32,32,1\)>>>$'
for value in 0 x -1 1.5; do
    CUDA_PROFILER_BLOCKS=$value
    expect 2 transpose "^CUDA profiler: CUDA_PROFILER_BLOCKS=\"$value\" is not a number of blocks, from 1 on$"
done
unset CUDA_PROFILER_BLOCKS

# The same with other numbers of processors.
for workers in 1 3; do
    CUDA_EMULATOR_WORKERS=$workers "$programs/transpose" 2>&1 >/dev/null </dev/null | cksum
done | sort -u | grep -c . | grep -qx 1 || { echo "the number of workers makes a difference"; failed=1; }

expect 0 nothing '^CUDA profiler: no kernel was launched$'
expect 0 host '^CUDA profiler: no kernel was launched$'
[ "$("$programs/host" 2>&1 | grep -c '^CUDA profiler')" = 1 ] || { echo 'it is said twice'; failed=1; }
expect 3 faults '^CUDA profiler: the program has failed; this was counted before$' \
    '^CUDA profiler: kernel right' '^CUDA profiler: kernel wrong' 'faults.cu:6: out\[threadIdx.x\] = 1;$'
exit $failed
