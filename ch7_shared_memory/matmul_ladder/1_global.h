/* 1_global.h: a thread for each element of C, and everything from global memory.
 *
 * A thread reads a row of A and a column of B: two numbers for each multiplication. Its neighbours
 * read the same ones again. Caches spare the memory chips most of that, but not the instructions.
 */
#ifndef MATMUL_1_GLOBAL_H
#define MATMUL_1_GLOBAL_H

#include "../product_work.h"

__global__ void matmul_global(const float *a, const float *b, float *c, int m, int n, int k) {
    int row = threadIdx.y + blockIdx.y * blockDim.y, col = threadIdx.x + blockIdx.x * blockDim.x;
    if (row >= m || col >= n)
        return;
    float sum = 0;
    for (int i = 0; i < k; i++)
        sum += a[(size_t)row * k + i] * b[(size_t)i * n + col];
    c[(size_t)row * n + col] = sum;
}

static inline void matmul_launch_global(const product_work<float> *w, cudaStream_t stream) {
    dim3 threads(16, 16), blocks((w->n + 15) / 16, (w->m + 15) / 16);
    matmul_global<<<blocks, threads, 0, stream>>>(w->a, w->b, w->c, w->m, w->n, w->k);
}

#endif
