/* 6_wide.h: the larger products of mma.sync, well fed.
 *
 * An instruction does as much as 2 of step 5 in float, and as 8 in double (multiply.h). PTX says
 * which thread has which numbers, so nothing needs packing: tiles come by asynchronous copies as
 * they are, rows with a gap behind them, and a thread loads its numbers from different banks than
 * its neighbours. The double one came with compute capability 9.0.
 */
#ifndef TENSOR_6_WIDE_H
#define TENSOR_6_WIDE_H

#include "multiply.h"
#include "pad.h"
#include <cuda_pipeline.h>

/* A block of 8 warps has 128 x 128 elements of C, a warp 64 x 32 of them. */
#define WIDE_SIDE 128
#define WIDE_TALL 64
#define WIDE_WIDE 32
#define WIDE_THREADS 256

template <typename T> struct wide_tiles {
    enum { DEPTH = 128 / sizeof(T), FEW = 16 / sizeof(T) };
    T a[WIDE_SIDE][DEPTH + TENSOR_GAP_A], b[DEPTH][WIDE_SIDE + TENSOR_GAP_B(T)];
};

template <typename T, int STAGES, int BLOCKS>
__global__ void __launch_bounds__(WIDE_THREADS, BLOCKS)
    tensor_wide_kernel(const T *a, int lda, const T *b, int ldb, T *c, int m, int n, int k) {
#ifdef TENSOR_CORES
    typedef tensor_wide<T> wide;
    const int M = wide::M, N = wide::N, K = wide::K;
    const int DEPTH = wide_tiles<T>::DEPTH, FEW = wide_tiles<T>::FEW;
    extern __shared__ __align__(16) char wide_room[];
    wide_tiles<T> *tiles = (wide_tiles<T> *)wide_room;
    int row, col, warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    product_place(m, n, WIDE_SIDE, WIDE_SIDE, &row, &col);
    int down = warp / 4 * WIDE_TALL + lane / 4, right = warp % 4 * WIDE_WIDE + lane / 4;

    // Rows and columns past the edges of C are replaced by the last ones: what is made of them is
    // not stored. Past the end of k there are zeros.
    auto fetch = [&](int step) {
        wide_tiles<T> *to = &tiles[step % STAGES];
        int first = step * DEPTH;
        if (first < k) {
#pragma unroll
            for (int e = threadIdx.x; e < WIDE_SIDE * DEPTH / FEW; e += WIDE_THREADS) {
                int r = e / (DEPTH / FEW), i = e % (DEPTH / FEW) * FEW, in = first + i < k;
                const T *from = a + (size_t)min(row + r, m - 1) * lda + (in ? first + i : 0);
                __pipeline_memcpy_async(&to->a[r][i], from, 16, in ? 0 : 16);
            }
#pragma unroll
            for (int e = threadIdx.x; e < WIDE_SIDE * DEPTH / FEW; e += WIDE_THREADS) {
                int i = e / (WIDE_SIDE / FEW), q = e % (WIDE_SIDE / FEW) * FEW, in = first + i < k;
                const T *from = b + (size_t)(in ? first + i : 0) * ldb + min(col + q, ldb - FEW);
                __pipeline_memcpy_async(&to->b[i][q], from, 16, in ? 0 : 16);
            }
        }
        __pipeline_commit(); // an empty batch, past the end: so they can be counted
    };

    T sums[WIDE_TALL / M][WIDE_WIDE / N][4] = {};
    for (int step = 0; step < STAGES - 1; step++)
        fetch(step);
    for (int step = 0; step * DEPTH < k; step++) {
        __pipeline_wait_prior(STAGES - 2); // this thread's part of this step's tiles is there,
        __syncthreads();                   // everybody's is, and nobody loads from the ones before
        fetch(step + STAGES - 1);          // into those
        const wide_tiles<T> *now = &tiles[step % STAGES];
#pragma unroll
        for (int i = lane % 4; i < DEPTH; i += K) {
            T x[WIDE_TALL / M][wide::A], y[WIDE_WIDE / N][wide::B];
#pragma unroll
            for (int q = 0; q < WIDE_WIDE / N; q++)
#pragma unroll
                for (int e = 0; e < wide::B; e++)
                    y[q][e] = tensor<T>::factor(now->b[i + e * 4][right + q * N]);
#pragma unroll
            for (int p = 0; p < WIDE_TALL / M; p++) {
#pragma unroll
                for (int e = 0; e < wide::A; e++)
                    x[p][e] = tensor<T>::factor(now->a[down + p * M + e % 2 * 8][i + e / 2 * 4]);
#pragma unroll
                for (int q = 0; q < WIDE_WIDE / N; q++)
                    wide::multiply(sums[p][q], x[p], y[q]);
            }
        }
    }
    right += lane % 4 * 2 - lane / 4; // of sums it has others than of factors
#pragma unroll
    for (int p = 0; p < WIDE_TALL / M; p++)
#pragma unroll
        for (int q = 0; q < WIDE_WIDE / N; q++)
#pragma unroll
            for (int e = 0; e < 4; e++) {
                int r = row + down + p * M + e / 2 * 8, s = col + right + q * N + e % 2;
                if (r < m && s < n)
                    c[(size_t)r * n + s] = sums[p][q][e];
            }
#endif
}

template <typename T, int STAGES, int BLOCKS>
static void tensor_launch_wide_shape(const product_work<T> *w, cudaStream_t stream) {
    int few = wide_tiles<T>::FEW, room = STAGES * (int)sizeof(wide_tiles<T>), lda, ldb;
    const T *a = tensor_padded(w->a, w->m, w->k, 1, few, w->a_copy, &lda, stream);
    const T *b = tensor_padded(w->b, w->k, w->n, 1, few, w->b_copy, &ldb, stream);
    auto kernel = tensor_wide_kernel<T, STAGES, BLOCKS>;
    HANDLE_ERROR(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, room));
    kernel<<<product_blocks(w, WIDE_SIDE, WIDE_SIDE), WIDE_THREADS, room, stream>>>(
        a, lda, b, ldb, w->c, w->m, w->n, w->k);
}

/* So many tiles fit: float for two blocks on a multiprocessor, double, with more registers, for
 * one. */
static inline void tensor_launch_wide(const product_work<float> *w, cudaStream_t stream) {
    tensor_launch_wide_shape<float, 3, 2>(w, stream);
}

static inline void tensor_launch_wide(const product_work<double> *w, cudaStream_t stream) {
    tensor_launch_wide_shape<double, 5, 1>(w, stream);
}

#endif
