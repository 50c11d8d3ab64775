/* 3_shuffle.h: warps add up by shuffles, from register to register, and leave one number each in
 * shared memory. In place of a tree with a barrier in each of its 8 rounds there are two barriers.
 *
 * H200, CUDA 13.0, 2026-11-21, 2^28 elements: 4528 GB/s, as fast as 2_grid.h, for the memory
 * is the limit. */
#ifndef DOT_3_SHUFFLE_H
#define DOT_3_SHUFFLE_H

#include "2_grid.h"

/* The sum of x over the 32 threads of a warp, for the first of them. Each gets the number of the
 * thread 16 places on, then 8, 4, 2, 1: registers go to and fro, and nobody waits at a barrier. */
__device__ inline float dot_sum_of_warp(float x) {
    for (int distance = 16; distance != 0; distance /= 2)
        x += __shfl_down_sync(0xffffffff, x, distance);
    return x;
}

/* The sum of x over the threads of a block, for the first of them. */
__device__ inline float dot_sum_of_block(float x) {
    __shared__ float warps[32]; // a block has no more
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    x = dot_sum_of_warp(x);
    if (lane == 0)
        warps[warp] = x;
    __syncthreads(); // nobody may read a warp's sum before it is there
    if (warp == 0)
        x = dot_sum_of_warp(lane < (int)blockDim.x / 32 ? warps[lane] : 0);
    __syncthreads(); // nobody may come back with the next sum while these are being read
    return x;
}

/* c gets a sum for each block; dot_add_up adds those up. */
__global__ void dot_shuffle(const float *a, const float *b, float *c, long long n) {
    long long i = threadIdx.x + (long long)blockIdx.x * blockDim.x;
    float sum = 0;
    for (; i < n; i += (long long)blockDim.x * gridDim.x)
        sum += a[i] * b[i];
    sum = dot_sum_of_block(sum);
    if (threadIdx.x == 0)
        c[blockIdx.x] = sum;
}

static inline void dot_launch_shuffle(const dot_work *w, cudaStream_t stream) {
    dot_grid g = dot_full_grid(w);
    dot_shuffle<<<g.blocks, g.threads, 0, stream>>>(w->a, w->b, w->partial_c, w->n);
    dot_add_up(w, g.blocks, stream);
}

#endif
