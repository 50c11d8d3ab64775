/* 1_global.h: a warp for each tile of C, and everything from global memory.
 *
 * The warp goes along its rows of A and down its columns of B and multiplies a tile of each in one
 * instruction, 16 x 8 by 8 x 16 floats or 8 x 4 by 4 x 8 doubles. Neighbouring tiles of C need the
 * same rows and columns, and each warp fetches them for itself. On an H200 it takes float to 0.04
 * of what cuBLAS does with the same units, and double to 0.12.
 */
#ifndef TENSOR_1_GLOBAL_H
#define TENSOR_1_GLOBAL_H

#include "fragment.h"
#include "pad.h"

/* A block is one warp. a, b: in whole tiles, lda and ldb numbers from row to row. */
template <typename T>
__global__ void tensor_global(const T *a, int lda, const T *b, int ldb, T *c, int m, int n, int k) {
#ifdef TENSOR_CORES
    const int M = tensor<T>::M, N = tensor<T>::N, K = tensor<T>::K;
    __shared__ __align__(32) T patch[M * N];
    int across = (n + N - 1) / N;
    int row = blockIdx.x / across * M, col = blockIdx.x % across * N;
    typename tensor<T>::part_a x;
    typename tensor<T>::part_b y;
    typename tensor<T>::part_c sum;
    wmma::fill_fragment(sum, 0);
    for (int first = 0; first < k; first += K) {
        wmma::load_matrix_sync(x, a + (size_t)row * lda + first, lda);
        wmma::load_matrix_sync(y, b + (size_t)first * ldb + col, ldb);
        for (int e = 0; e < x.num_elements; e++) // each thread those that it holds
            x.x[e] = tensor<T>::factor(x.x[e]);
        for (int e = 0; e < y.num_elements; e++)
            y.x[e] = tensor<T>::factor(y.x[e]);
        wmma::mma_sync(sum, x, y, sum);
    }
    tensor_store(sum, patch, c, row, col, m, n);
#endif
}

template <typename T>
static void tensor_launch_global(const product_work<T> *w, cudaStream_t stream) {
    int lda, ldb, blocks = product_blocks(w, tensor<T>::M, tensor<T>::N);
    const T *a = tensor_padded(w->a, w->m, w->k, 16, 16, w->a_copy, &lda, stream);
    const T *b = tensor_padded(w->b, w->k, w->n, 16, 16, w->b_copy, &ldb, stream);
    tensor_global<T><<<blocks, 32, 0, stream>>>(a, lda, b, ldb, w->c, w->m, w->n, w->k);
}

#endif
