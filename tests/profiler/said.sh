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

# Ways that part, and barriers to which most come only to wait.
expect 0 divergence \
    "divergence.cu:$(line_of divergence.cu 'i < (int)threadIdx.x; ++i'): 16 of 32 threads at work: the threads of a warp make different numbers of turns$" \
    "divergence.cu:$(line_of divergence.cu 'threadIdx.x % 2 == 0'): 16 of 32 threads at work: the warp goes both ways, 1 of 1 time$" \
    "divergence.cu:$(line_of divergence.cu 'switch (threadIdx.x % 4)'): 10.7 of 32 threads at work: the warp takes several cases, 1 of 1 time$" \
    '^        loop +31 turns +16 of 32 threads +31 both ways$' '^        if +20 passes +1 of 32 threads +19 both ways$'
if "$programs/divergence" 2>&1 | grep -F "divergence.cu:$(line_of divergence.cu 'threadIdx.x / 32 == 0')"; then
    echo 'an if at which no warp has gone both ways is in the table'
    failed=1
fi
expect 0 barriers "barriers.cu:$(line_of barriers.cu '__syncthreads(); // of a turn'): before this barrier 10.5 of 64 threads access memory, the others come to wait$" \
    ': barrier, 1 time, 64 of 64 threads had accessed memory$' ': warp operation, 10 times, 32 of 32 threads$'

# Operations, of lines and of all.
expect 0 operations '^        operations      128 float add, 64 float multiply$' \
    '^    in all: operations, 192 half add, 128 half multiply, [0-9]+ float add, .* [0-9]+ double function$'

# Requests, drawn.
CUDA_PROFILER_CHART=worst
export CUDA_PROFILER_CHART
expect 0 transpose "transpose.cu:$naive: a global store of warp 0 in block \\(0,0,0\\)$" \
    '^                 0  #[.]{31}$' '^             63488  [.]{31}#$' \
    "transpose.cu:$drain: a shared load of warp 0 in block \\(0,0,0\\)$" '^                 0  #{32}  32 words$'
CUDA_PROFILER_CHART=banks.cu:$(line_of banks.cu 'words[lane * 2] = 2')
expect 0 banks '^                 0  #[.]{15}#[.]{15}  2 words$' '^                30  [.]{15}#[.]{15}#  2 words$'
CUDA_PROFILER_CHART=1
expect 0 banks '^CUDA profiler: nothing to draw: no line 1 has accessed global or shared memory$'
for value in x 0 a.cu: 1x; do
    CUDA_PROFILER_CHART=$value
    expect 2 banks "^CUDA profiler: CUDA_PROFILER_CHART=\"$value\" is not worst, a line, or FILE:LINE$"
done
unset CUDA_PROFILER_CHART

# Beside a device: operations as they are counted, or as the user says.
CUDA_PROFILER_DEVICE=h100
export CUDA_PROFILER_DEVICE CUDA_PROFILER_FLOPS CUDA_PROFILER_RESOURCES
expect 0 operations ', 67 TFLOP/s in float, ' '^        arithmetic [0-9.]+ kFLOP, [0-9.e-]+ us: [0-9.]+ to [0-9.]+ FLOP a byte'
if "$programs/transpose" 2>&1 | grep '^        arithmetic'; then
    echo 'a kernel without operations has a time for them'
    failed=1
fi
CUDA_PROFILER_FLOPS=64
expect 0 transpose '^    on this device: H100 SXM, 132 multiprocessors, 67 TFLOP/s in float, 3350 GB/s$' \
    '^        occupancy  100 %: 2 blocks on a multiprocessor, limited by threads; registers .* are unknown' \
    '^        memory     9.44 MB, 2.82 us; 2.1 MB, 0.626 us, if each sector is moved once$' \
    '^        shared     1.03 us$' \
    '^        arithmetic 16.8 MFLOP, 0.25 us: 1.78 to 8 FLOP a byte, level with memory at 20$' \
    '^        bound      launch, as a kernel takes about 3 us even if it does nothing$'
resources=$(mktemp) || exit 1
trap 'rm -f "$resources"' EXIT
CUDA_PROFILER_RESOURCES=$resources
{
    echo _Z5naivePKfPf 40 0
    echo _Z5tiledILi32EEvPKfPf 20 4096
    echo _Z5tiledILi33EEvPKfPf 20 4224
} >"$resources"
expect 0 transpose ' 50 %: 1 block on a multiprocessor, limited by registers; 40 registers, 0 bytes of static' \
    ' 100 %: 2 blocks on a multiprocessor, limited by threads; 20 registers, 4224 bytes of static'
CUDA_PROFILER_DEVICE=t4 CUDA_PROFILER_FLOPS=1000:double
expect 0 transpose ' 0.253 TFLOP/s in double, ' '^        bound      arithmetic$'
CUDA_PROFILER_FLOPS=1
expect 0 transpose '^        bound      memory$' '^        bound      memory$'
expect 0 divergence '^        bound      launch, '
for value in 0 x 64:float 1.5; do
    CUDA_PROFILER_FLOPS=$value
    expect 2 transpose "^CUDA profiler: CUDA_PROFILER_FLOPS=\"$value\" is not a number of operations of a thread"
done
CUDA_PROFILER_DEVICE=h1000
expect 2 transpose '^CUDA profiler: CUDA_PROFILER_DEVICE="h1000" is not one of h200, h100, .*, rtx4090$'
unset CUDA_PROFILER_DEVICE CUDA_PROFILER_FLOPS CUDA_PROFILER_RESOURCES

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
expect 0 many '^    Some threads have made a million accesses: what they did from then on is not counted[.]$' \
    '^        global store +2 requests +31[.]5 of 32 threads '
expect 3 faults '^CUDA profiler: the program has failed; this was counted before$' \
    '^CUDA profiler: kernel right' '^CUDA profiler: kernel wrong' 'faults.cu:6: out\[threadIdx.x\] = 1;$'
expect 139 died '^CUDA profiler: the program has failed; this was counted before$' '^CUDA profiler: kernel right'
exit $failed
