/* 1_book.h: the book's kernel. Each thread has a sum of products, and a tree in shared memory adds
 * up the sums of a block. Its grid is 32 blocks, however large the chip is.
 *
 * H200, CUDA 13.0, 2026-11-21, 2^28 elements: 538 GB/s, an eighth of what a copy does. */
#ifndef DOT_1_BOOK_H
#define DOT_1_BOOK_H

#include "work.h"

/* c gets a sum for each block; dot_add_up adds those up. */
__global__ void dot_tree(const float *a, const float *b, float *c, long long n) {
    __shared__ float cache[DOT_THREADS];
    long long i = threadIdx.x + (long long)blockIdx.x * blockDim.x;
    float sum = 0;
    for (; i < n; i += (long long)blockDim.x * gridDim.x)
        sum += a[i] * b[i];
    cache[threadIdx.x] = sum;
    __syncthreads(); // nobody may read another thread's sum before it is there
    for (int half = DOT_THREADS / 2; half != 0; half /= 2) {
        if ((int)threadIdx.x < half)
            cache[threadIdx.x] += cache[threadIdx.x + half];
        __syncthreads(); // nor before the half before has been added
    }
    if (threadIdx.x == 0)
        c[blockIdx.x] = cache[0];
}

static inline dot_grid dot_book_grid(const dot_work *w) {
    return dot_grid_for(w->n, 32, DOT_THREADS);
}

static inline void dot_launch_book(const dot_work *w, cudaStream_t stream) {
    dot_grid g = dot_book_grid(w);
    dot_tree<<<g.blocks, g.threads, 0, stream>>>(w->a, w->b, w->partial_c, w->n);
    dot_add_up(w, g.blocks, stream);
}

#endif
