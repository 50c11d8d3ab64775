// Barriers and warp operations that not all take part in.
#include "mistakes.h"

// Half of the block waits at another barrier.
// divergent says: divergent barrier: the threads of block .0,0,0. of kernel divergent_kernel wait at
// different
template <bool CORRECT> __global__ void divergent_kernel() {
    if (CORRECT || threadIdx.x < 16)
        __syncthreads(); // here: divergent
    else
        __syncthreads(); // here: divergent
}
template <bool CORRECT> void divergent() {
    divergent_kernel<CORRECT><<<1, 64>>>();
    (void)cudaDeviceSynchronize();
}

// A loop of which not all threads have the same number of rounds, and a barrier behind it.
// trips says: divergent barrier
template <bool CORRECT> __global__ void trips_kernel() {
    int rounds = CORRECT ? 3 : threadIdx.x % 2 + 1;
    for (int i = 0; i < rounds; ++i)
        __syncthreads(); // here: trips
    __syncthreads();     // here: trips
}
template <bool CORRECT> void trips() {
    trips_kernel<CORRECT><<<1, 64>>>();
    (void)cudaDeviceSynchronize();
}

// The mask does not name the caller.
// mask says: calls a warp operation with mask 0x0000ffff
template <bool CORRECT> __global__ void mask_kernel(int *out) {
    out[threadIdx.x] = __shfl_sync(CORRECT ? 0xffffffff : 0x0000ffff, threadIdx.x, 0); // here: mask
}
template <bool CORRECT> void mask() {
    int *out = zeros<int>(32);
    mask_kernel<CORRECT><<<1, 32>>>(out);
    finish_or_not(out);
}

// A lane that takes part asks for the value of one that does not.
// inactive says: shuffle from a lane that takes no part in kernel inactive_kernel
// inactive says: thread 8 of block .0,0,0. asks for the value of lane 16
template <bool CORRECT> __global__ void inactive_kernel(int *out) {
    if (threadIdx.x < 16)
        out[threadIdx.x] =
            __shfl_down_sync(0xffff, threadIdx.x, 8, CORRECT ? 16 : 32); // here: inactive
}
template <bool CORRECT> void inactive() {
    int *out = zeros<int>(32);
    inactive_kernel<CORRECT><<<1, 32>>>(out);
    finish(out);
}

// __syncwarp() of lanes that wait for one that waits for them elsewhere.
// syncwarp says: deadlock: no thread of block .0,0,0. of kernel syncwarp_kernel can go on
template <bool CORRECT> __global__ void syncwarp_kernel() {
    if (threadIdx.x < 16)
        __syncwarp(CORRECT ? 0xffff : 0xffffffff); // here: syncwarp
    else
        __syncwarp(0xffff0000);
    __syncthreads();
}
template <bool CORRECT> void syncwarp() {
    syncwarp_kernel<CORRECT><<<1, 32>>>();
    (void)cudaDeviceSynchronize();
}

// Some threads have left when the others wait: a warning.
// left exit: 0
// left says: warning: barrier without exited threads in kernel left_kernel
// left says: block .0,0,0.: threads 0-31 wait at __syncthreads.., threads 32-63 have left the kernel
// left says: GPUs since sm_70 go on without threads that have exited
template <bool CORRECT> __global__ void left_kernel(int *out) {
    if (!CORRECT && threadIdx.x >= 32)
        return;
    __syncthreads(); // here: left
    out[threadIdx.x] = 1;
}
template <bool CORRECT> void left() {
    int *out = zeros<int>(64);
    left_kernel<CORRECT><<<1, 64>>>(out);
    finish(out);
}

// Threads leave a loop sooner: one that has fewer rounds is through when the others wait.
// loop exit: 0
// loop says: warning: barrier without exited threads in kernel loop_kernel
template <bool CORRECT> __global__ void loop_kernel() {
    int rounds = CORRECT ? 2 : threadIdx.x < 32 ? 1 : 2;
    for (int i = 0; i < rounds; ++i)
        __syncthreads(); // here: loop
}
template <bool CORRECT> void loop() {
    loop_kernel<CORRECT><<<1, 64>>>();
    must(cudaDeviceSynchronize());
}

// width says: calls a warp operation with mask 0xffffffff and width 12
template <bool CORRECT> __global__ void width_kernel(int *out) {
    out[threadIdx.x] =
        __shfl_xor_sync(0xffffffff, threadIdx.x, 1, CORRECT ? 16 : 12); // here: width
}
template <bool CORRECT> void width() {
    int *out = zeros<int>(32);
    width_kernel<CORRECT><<<1, 32>>>(out);
    finish_or_not(out);
}

// The mask names lanes that never come to the vote.
// vote says: deadlock: no thread of block .0,0,0. of kernel vote_kernel can go on
template <bool CORRECT> __global__ void vote_kernel(int *out) {
    if (threadIdx.x < 8)
        out[threadIdx.x] = __any_sync(CORRECT ? 0xff : 0xffff, 1); // here: vote
    __syncthreads();
}
template <bool CORRECT> void vote() {
    int *out = zeros<int>(8);
    vote_kernel<CORRECT><<<1, 32>>>(out);
    finish_or_not(out);
}

// A loop without end: the report names the reader's line, also where the checker was at work.
// endless says: endless loop: no thread of block .0,0,0. of kernel endless_kernel has finished
// endless says: barriers.cu:[0-9]+: thread 0 still runs
template <bool CORRECT> __global__ void endless_kernel(volatile int *flags) {
    volatile int *const own = flags;
    while (!CORRECT && (own[0] = own[1]) == own[2]) // here: endless
        ;
}
template <bool CORRECT> void endless() {
    setenv("CUDA_EMULATOR_WATCHDOG", "0.5", 1); // seconds
    int *flags = zeros<int>(4);
    endless_kernel<CORRECT><<<1, 1>>>(flags);
    finish_or_not(flags);
}

MISTAKES(CASE(divergent), CASE(trips), CASE(mask), CASE(inactive), CASE(syncwarp), CASE(left),
         CASE(loop), CASE(width), CASE(vote), CASE(endless))
