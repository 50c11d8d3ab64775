// Races on global memory and __device__ variables; fences, locks and counters that prevent them.
#include "planted.h"

// Threads of a block exchange values in global memory.
// within_block: race on global memory in kernel within_block_kernel
// within_block: byte 4 of values, 1024 bytes of device memory, allocated at .*global_races.cu
template <bool CORRECT> __global__ void within_block_kernel(int *values, int *out) {
    values[threadIdx.x] = 1; // here: within_block
    if (CORRECT)
        __syncthreads();
    out[threadIdx.x] = values[(threadIdx.x + 1) % 256]; // here: within_block
}
template <bool CORRECT> void within_block() {
    int *values = zeros<int>(1);
    must(cudaFree(values));
    must(cudaMalloc(&values, 256 * sizeof(int))); // here: within_block
    must(cudaMemset(values, 0, 256 * sizeof(int)));
    int *out = zeros<int>(256);
    within_block_kernel<CORRECT><<<1, 256>>>(values, out);
    must(cudaFree(values));
    must(cudaFree(out));
}

// Blocks write the same element.
// between_blocks: thread 0 of block .1,0,0. writes
// between_blocks: thread 0 of block .0,0,0. writes 4 bytes there
// between_blocks: missing: blocks run in any order
template <bool CORRECT> __global__ void between_blocks_kernel(int *out) {
    if (threadIdx.x == 0)
        out[CORRECT ? blockIdx.x : 0] = 1; // here: between_blocks
}
template <bool CORRECT> void between_blocks() {
    int *out = zeros<int>(8);
    between_blocks_kernel<CORRECT><<<8, 32>>>(out);
    must(cudaFree(out));
}

// A barrier orders one block, not two.
template <bool CORRECT> __global__ void barrier_only_kernel(int *values, int *out) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    values[i] = i; // here: barrier_only
    __syncthreads();
    out[i] = values[CORRECT ? blockIdx.x * blockDim.x : (i + 32) % 128]; // here: barrier_only
}
template <bool CORRECT> void barrier_only() {
    int *values = zeros<int>(128), *out = zeros<int>(128);
    barrier_only_kernel<CORRECT><<<4, 32>>>(values, out);
    must(cudaFree(values));
    must(cudaFree(out));
}

// x = x + 1 by all, and by atomicAdd.
// device_variable: of counter, 4 bytes of a __device__ variable
__device__ int counter; // here: device_variable
template <bool CORRECT> __global__ void device_variable_kernel() {
    if (CORRECT)
        atomicAdd(&counter, 1);
    else
        counter = counter + 1; // here: device_variable
}
template <bool CORRECT> void device_variable() {
    device_variable_kernel<CORRECT><<<4, 64>>>();
}

__managed__ int managed_total;
// managed_variable: of managed_total, 4 bytes
template <bool CORRECT> __global__ void managed_variable_kernel() {
    if (CORRECT ? threadIdx.x == 0 : threadIdx.x < 2)
        managed_total = threadIdx.x; // here: managed_variable
}
template <bool CORRECT> void managed_variable() {
    managed_variable_kernel<CORRECT><<<1, 64>>>();
    must(cudaDeviceSynchronize());
}

// Neighbouring bytes are different places, for any number of blocks.
template <bool CORRECT> __global__ void bytes_kernel(unsigned char *out) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    out[CORRECT ? i : i / 2] = i; // here: bytes
}
template <bool CORRECT> void bytes() {
    unsigned char *out = zeros<unsigned char>(999);
    bytes_kernel<CORRECT><<<37, 27>>>(out);
    must(cudaFree(out));
}

// The last block adds up what the others have written: __threadfence() before the counter.
// last_block: race on global memory
__device__ unsigned int finished;
template <bool CORRECT> __global__ void last_block_kernel(volatile int *partial, int *out) {
    __shared__ bool is_last;
    if (threadIdx.x == 0) {
        partial[blockIdx.x] = blockIdx.x; // here: last_block
        if (CORRECT)
            __threadfence();
        is_last = atomicInc(&finished, gridDim.x) == gridDim.x - 1;
    }
    __syncthreads();
    if (is_last && threadIdx.x == 0)
        for (unsigned block = 0; block < gridDim.x; ++block)
            *out += partial[block]; // here: last_block
}
template <bool CORRECT> void last_block() {
    int *partial = zeros<int>(16), *out = zeros<int>(1);
    last_block_kernel<CORRECT><<<16, 64>>>(partial, out);
    must(cudaFree(partial));
    must(cudaFree(out));
}

// The whole block writes, all threads read, after barriers on both sides.
template <bool CORRECT> __global__ void last_block_wide_kernel(int *partial, int *out) {
    __shared__ bool is_last;
    partial[blockIdx.x * blockDim.x + threadIdx.x] = 1; // here: last_block_wide
    if (CORRECT)
        __threadfence();
    __syncthreads();
    if (threadIdx.x == 0)
        is_last = atomicInc(&finished, gridDim.x) == gridDim.x - 1;
    __syncthreads();
    if (is_last)
        for (unsigned block = 0; block < gridDim.x; ++block)
            out[threadIdx.x] += partial[block * blockDim.x + 63 - threadIdx.x]; // here: last_block_wide
}
template <bool CORRECT> void last_block_wide() {
    int *partial = zeros<int>(16 * 64), *out = zeros<int>(64);
    last_block_wide_kernel<CORRECT><<<16, 64>>>(partial, out);
    must(cudaFree(partial));
    must(cudaFree(out));
}

// A lock, with a fence after it is taken and one before it is given back.
__device__ int mutex;
template <bool ACQUIRE, bool RELEASE, bool ATOMIC> __global__ void locked_kernel(int *total) {
    if (threadIdx.x != 0)
        return;
    while (atomicCAS(&mutex, 0, 1) != 0)
        ;
    if (ACQUIRE)
        __threadfence();
    *total += 1; // here: lock_acquire, lock_release, lock_exchange
    if (RELEASE)
        __threadfence();
    if (ATOMIC)
        atomicExch(&mutex, 0);
    else
        *(volatile int *)&mutex = 0; // here: lock_exchange
}
template <bool CORRECT> void lock_acquire() {
    int *total = zeros<int>(1);
    locked_kernel<CORRECT, true, true><<<8, 32>>>(total);
    must(cudaFree(total));
}
template <bool CORRECT> void lock_release() {
    int *total = zeros<int>(1);
    locked_kernel<true, CORRECT, true><<<8, 32>>>(total);
    must(cudaFree(total));
}
template <bool CORRECT> void lock_exchange() {
    int *total = zeros<int>(1);
    locked_kernel<true, true, CORRECT><<<8, 32>>>(total);
    must(cudaFree(total));
}

// Every thread of a block takes the lock; two places under one lock, one read before it.
template <bool CORRECT> __global__ void lock_in_block_kernel(int *total) {
    bool done = false;
    while (!done)
        if (atomicCAS(&mutex, 0, 1) == 0) {
            __threadfence();
            total[0] += 1; // here: lock_in_block
            __threadfence();
            atomicExch(&mutex, 0);
            done = true;
        }
    if (!CORRECT)
        total[0] += 1; // here: lock_in_block
}
template <bool CORRECT> void lock_in_block() {
    int *total = zeros<int>(1);
    lock_in_block_kernel<CORRECT><<<3, 40>>>(total);
    must(cudaFree(total));
}

// A fence of the block does not reach another block.
template <bool CORRECT> __global__ void block_fence_kernel(int *partial, int *out) {
    if (threadIdx.x != 0)
        return;
    partial[blockIdx.x] = 1; // here: block_fence
    if (CORRECT)
        __threadfence();
    else
        __threadfence_block();
    if (atomicInc(&finished, gridDim.x) == gridDim.x - 1) {
        __threadfence();
        for (unsigned block = 0; block < gridDim.x; ++block)
            *out += partial[block]; // here: block_fence
    }
}
template <bool CORRECT> void block_fence() {
    int *partial = zeros<int>(16), *out = zeros<int>(1);
    block_fence_kernel<CORRECT><<<16, 32>>>(partial, out);
    must(cudaFree(partial));
    must(cudaFree(out));
}

// One launch after the other is ordered.
template <bool CORRECT> __global__ void two_launches_kernel(int *values) {
    int i = threadIdx.x + blockIdx.x * 64;
    values[CORRECT ? i : i / 2 * 2] += 1; // here: two_launches
}
template <bool CORRECT> void two_launches() {
    int *values = zeros<int>(256);
    two_launches_kernel<CORRECT><<<4, 64>>>(values);
    two_launches_kernel<true><<<4, 64>>>(values);
    must(cudaFree(values));
}

PLANTED_MAIN(CASE(within_block), CASE(between_blocks), CASE(barrier_only), CASE(device_variable),
             CASE(managed_variable), CASE(bytes), CASE(last_block), CASE(last_block_wide),
             CASE(lock_acquire), CASE(lock_release), CASE(lock_exchange), CASE(lock_in_block),
             CASE(block_fence), CASE(two_launches))
