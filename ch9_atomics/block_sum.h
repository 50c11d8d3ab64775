/* block_sum.h: what a block of dot_mutex adds up by itself. Explained in ch5_dot/dot.cu. */
#ifndef BLOCK_SUM_H
#define BLOCK_SUM_H

#include "../common/book.h"

const int threadsPerBlock = 256; /* the tree halves it: a power of two */

/* The sum of the block's share of the products, for thread 0. */
__device__ static float sum_of_block(const float *a, const float *b, long long n) {
    __shared__ float cache[threadsPerBlock];
    int tid = threadIdx.x;
    float sum = 0;
    for (long long i = tid + (long long)blockIdx.x * blockDim.x; i < n;
         i += (long long)blockDim.x * gridDim.x)
        sum += a[i] * b[i];
    cache[tid] = sum;
    __syncthreads(); // nobody may read another thread's sum before it is there
    for (int i = blockDim.x / 2; i != 0; i /= 2) {
        if (tid < i)
            cache[tid] += cache[tid + i];
        __syncthreads();
    }
    return cache[0];
}

#endif
