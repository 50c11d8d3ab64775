/* 6_wide.h: double by the largest products that mma.sync has.
 *
 * An instruction does as much as 8 of step 5 (multiply.h). PTX says which thread has which numbers,
 * so nothing needs packing: tiles come by asynchronous copies as they are, rows with a gap behind
 * them, and a thread loads its numbers from other banks than its neighbours. A warp has 64 x 32
 * elements of C, so that it does 16 products with 48 loads; the next tiles are asked for behind the
 * products, which run on meanwhile.
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

template <int DEPTH> struct wide_tiles {
    double a[WIDE_SIDE][DEPTH + TENSOR_GAP_A], b[DEPTH][WIDE_SIDE + TENSOR_GAP_B(double)];
};

/* a, b: lda and ldb numbers from row to row, multiples of 16 bytes, and aligned to those. */
template <int DEPTH, int STAGES>
__global__ void __launch_bounds__(WIDE_THREADS)
    tensor_wide_doubles(const double *a, int lda, const double *b, int ldb, double *c, int m, int n,
                        int k) {
#ifdef TENSOR_CORES
    typedef tensor_wide<double> wide;
    const int M = wide::M, N = wide::N, K = wide::K;
    extern __shared__ __align__(16) char wide_room[];
    wide_tiles<DEPTH> *tiles = (wide_tiles<DEPTH> *)wide_room;
    int row, col, warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    product_place(m, n, WIDE_SIDE, WIDE_SIDE, &row, &col);

    // A copy is two numbers, and those of all threads are so many rows of a tile. Rows and columns
    // past the edges of C are replaced by the last ones: what is made of them is not stored. Past
    // the end of k there are zeros.
    const int A_ROWS = WIDE_THREADS / (DEPTH / 2), B_ROWS = WIDE_THREADS / (WIDE_SIDE / 2);
    int a_row = threadIdx.x / (DEPTH / 2), a_col = threadIdx.x % (DEPTH / 2) * 2;
    int b_row = threadIdx.x / (WIDE_SIDE / 2), b_col = threadIdx.x % (WIDE_SIDE / 2) * 2;
    auto fetch = [&](int step) {
        wide_tiles<DEPTH> *to = &tiles[step % STAGES];
        int first = step * DEPTH, a_in = first + a_col < k;
        const double *a_from = a + (a_in ? first + a_col : 0),
                     *b_from = b + min(col + b_col, ldb - 2);
#pragma unroll
        for (int f = 0; f < WIDE_SIDE / A_ROWS; f++) {
            int r = a_row + f * A_ROWS;
            __pipeline_memcpy_async(&to->a[r][a_col], a_from + (size_t)min(row + r, m - 1) * lda,
                                    16, a_in ? 0 : 16);
        }
#pragma unroll
        for (int f = 0; f < DEPTH / B_ROWS; f++) {
            int i = b_row + f * B_ROWS, in = first + i < k;
            __pipeline_memcpy_async(&to->b[i][b_col], b_from + (size_t)(in ? first + i : 0) * ldb,
                                    16, in ? 0 : 16);
        }
        __pipeline_commit();
    };

    double sums[WIDE_TALL / M][WIDE_WIDE / N][4] = {};
    int down = warp / 4 * WIDE_TALL + lane / 4, right = warp % 4 * WIDE_WIDE;
    for (int step = 0; step < STAGES - 1; step++)
        fetch(step);
    for (int step = 0; step * DEPTH < k; step++) {
        __pipeline_wait_prior(STAGES - 2); // this thread's part of this step's tiles is there,
        __syncthreads();                   // everybody's is, and nobody loads from the ones before
        const wide_tiles<DEPTH> *now = &tiles[step % STAGES];
#pragma unroll
        for (int i = 0; i < DEPTH; i += K) {
            double x[wide::A], y[WIDE_WIDE / N][wide::B];
#pragma unroll
            for (int q = 0; q < WIDE_WIDE / N; q++)
#pragma unroll
                for (int e = 0; e < wide::B; e++)
                    y[q][e] = now->b[i + lane % 4 + e * 4][right + q * N + lane / 4];
#pragma unroll
            for (int p = 0; p < WIDE_TALL / M; p++) {
#pragma unroll
                for (int e = 0; e < wide::A; e++)
                    x[e] = now->a[down + p * M + e % 2 * 8][i + lane % 4 + e / 2 * 4];
#pragma unroll
                for (int q = 0; q < WIDE_WIDE / N; q++)
                    wide::multiply(sums[p][q], x, y[q]);
            }
        }
        fetch(step + STAGES - 1); // into the ones before; past the end zeros
    }
#pragma unroll
    for (int p = 0; p < WIDE_TALL / M; p++)
#pragma unroll
        for (int q = 0; q < WIDE_WIDE / N; q++)
#pragma unroll
            for (int e = 0; e < 4; e++) {
                int r = row + down + p * M + e / 2 * 8;
                int s = col + right + q * N + lane % 4 * 2 + e % 2;
                if (r < m && s < n)
                    c[(size_t)r * n + s] = sums[p][q][e];
            }
#endif
}

template <int DEPTH, int STAGES>
static inline void tensor_launch_wide_shape(const product_work<double> *w, cudaStream_t stream) {
    int room = STAGES * (int)sizeof(wide_tiles<DEPTH>), lda, ldb;
    const double *a = tensor_padded(w->a, w->m, w->k, 1, 2, w->a_copy, &lda, stream);
    const double *b = tensor_padded(w->b, w->k, w->n, 1, 2, w->b_copy, &ldb, stream);
    auto kernel = tensor_wide_doubles<DEPTH, STAGES>;
    HANDLE_ERROR(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, room));
    kernel<<<product_blocks(w, WIDE_SIDE, WIDE_SIDE), WIDE_THREADS, room, stream>>>(
        a, lda, b, ldb, w->c, w->m, w->n, w->k);
}

static inline void tensor_launch_wide(const product_work<double> *w, cudaStream_t stream) {
    tensor_launch_wide_shape<16, 5>(w, stream);
}

#endif
