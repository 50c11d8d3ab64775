/* plain.h: no tensor cores: a thread for each element of C, ordinary multiply-adds. What the steps
 * of the ladder are compared with.
 */
#ifndef TENSOR_PLAIN_H
#define TENSOR_PLAIN_H

#include "../product_work.h"

template <typename T>
__global__ void tensor_plain(const T *a, const T *b, T *c, int m, int n, int k) {
    int row = threadIdx.y + blockIdx.y * blockDim.y, col = threadIdx.x + blockIdx.x * blockDim.x;
    if (row >= m || col >= n)
        return;
    T sum = 0;
    for (int i = 0; i < k; i++)
        sum += a[(size_t)row * k + i] * b[(size_t)i * n + col];
    c[(size_t)row * n + col] = sum;
}

template <typename T>
static void tensor_launch_plain(const product_work<T> *w, cudaStream_t stream) {
    dim3 threads(16, 16), blocks((w->n + 15) / 16, (w->m + 15) / 16);
    tensor_plain<T><<<blocks, threads, 0, stream>>>(w->a, w->b, w->c, w->m, w->n, w->k);
}

#endif
