// Barriers and warp operations that not all take part in.
#include "planted.h"

// Half of the block waits at another barrier.
// divergent: divergent barrier: the threads of block .0,0,0. of kernel divergent_kernel wait at different
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
// trips: divergent barrier
template <bool CORRECT> __global__ void trips_kernel() {
    int rounds = CORRECT ? 3 : threadIdx.x % 2 + 1;
    for (int i = 0; i < rounds; ++i)
        __syncthreads(); // here: trips
    __syncthreads(); // here: trips
}
template <bool CORRECT> void trips() {
    trips_kernel<CORRECT><<<1, 64>>>();
    (void)cudaDeviceSynchronize();
}

// The mask does not name the caller.
// mask: calls a warp operation with mask 0x0000ffff
template <bool CORRECT> __global__ void mask_kernel(int *out) {
    out[threadIdx.x] = __shfl_sync(CORRECT ? 0xffffffff : 0x0000ffff, threadIdx.x, 0); // here: mask
}
template <bool CORRECT> void mask() {
    int *out = zeros<int>(32);
    mask_kernel<CORRECT><<<1, 32>>>(out);
    (void)cudaDeviceSynchronize();
    (void)cudaFree(out);
}

// A lane that takes part asks for the value of one that does not.
// inactive: shuffle from a lane that takes no part in kernel inactive_kernel
// inactive: thread 8 of block .0,0,0. asks for the value of lane 16
template <bool CORRECT> __global__ void inactive_kernel(int *out) {
    if (threadIdx.x < 16)
        out[threadIdx.x] = __shfl_down_sync(0xffff, threadIdx.x, 8, CORRECT ? 16 : 32); // here: inactive
}
template <bool CORRECT> void inactive() {
    int *out = zeros<int>(32);
    inactive_kernel<CORRECT><<<1, 32>>>(out);
    must(cudaFree(out));
}

// __syncwarp() of lanes that wait for one that waits for them elsewhere.
// syncwarp: deadlock: no thread of block .0,0,0. of kernel syncwarp_kernel can go on
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

PLANTED_MAIN(CASE(divergent), CASE(trips), CASE(mask), CASE(inactive), CASE(syncwarp))
