/* 6_wide.h: double by the largest products that mma.sync has.
 *
 * An instruction does as much as 8 of step 5 (multiply.h). PTX says which thread has which numbers,
 * so nothing needs packing: tiles come by asynchronous copies as they are, rows with a gap behind
 * them, and a thread loads its numbers from other banks than its neighbours. A warp has 64 x 32
 * elements of C, so that it does 16 products with 48 loads. Between them it asks for the next
 * tiles, a quarter at a time: the tensor cores have something to do meanwhile.
 */
#ifndef TENSOR_6_WIDE_H
#define TENSOR_6_WIDE_H

#include "multiply.h"
#include "pad.h"
#include <cuda_pipeline.h>

/* A block has 128 x WIDTH elements of C, a warp 64 x 32 of them. */
#define WIDE_HEIGHT 128
#define WIDE_DEPTH 16
#define WIDE_TALL 64
#define WIDE_WIDE 32
#define WIDE_THREADS (WIDE_HEIGHT / WIDE_TALL * WIDTH / WIDE_WIDE * 32)

template <int WIDTH> struct wide_tiles {
    double a[WIDE_HEIGHT][WIDE_DEPTH + TENSOR_GAP_A], b[WIDE_DEPTH][WIDTH + TENSOR_GAP_B(double)];
};

/* a, b: lda and ldb numbers from row to row, multiples of 16 bytes, and aligned to those. */
template <int WIDTH, int STAGES, int BLOCKS>
__global__ void __launch_bounds__(WIDE_THREADS, BLOCKS)
    tensor_wide_doubles(const double *a, int lda, const double *b, int ldb, double *c, int m, int n,
                        int k) {
#ifdef TENSOR_CORES
    typedef tensor_wide<double> wide;
    const int M = wide::M, N = wide::N, THREADS = WIDE_THREADS, DEPTH = WIDE_DEPTH;
    const int DOWN = WIDE_TALL / M, ACROSS = WIDE_WIDE / N; // products of a warp
    extern __shared__ __align__(16) char wide_room[];
    wide_tiles<WIDTH> *tiles = (wide_tiles<WIDTH> *)wide_room;
    int row, col, warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    product_place(m, n, WIDE_HEIGHT, WIDTH, &row, &col);

    // A copy is two numbers, and those of all threads are so many rows of a tile. Rows and columns
    // past the edges of C are replaced by the last ones: what is made of them is not stored. Past
    // the end of k there are zeros.
    const int A_ROWS = THREADS / (DEPTH / 2), A_COPIES = WIDE_HEIGHT / A_ROWS / DOWN;
    const int B_ROWS = THREADS / (WIDTH / 2), B_COPIES = DEPTH / B_ROWS / DOWN;
    int a_row = threadIdx.x / (DEPTH / 2), a_col = threadIdx.x % (DEPTH / 2) * 2;
    int b_row = threadIdx.x / (WIDTH / 2), b_col = threadIdx.x % (WIDTH / 2) * 2;
    auto fetch = [&](int step, int quarter) {
        wide_tiles<WIDTH> *to = &tiles[step % STAGES];
        int at = step * DEPTH + a_col, past = at < k ? 0 : 16;
#pragma unroll
        for (int f = quarter * A_COPIES; f < (quarter + 1) * A_COPIES; f++) {
            int r = a_row + f * A_ROWS;
            const double *from = a + (size_t)min(row + r, m - 1) * lda + (past ? 0 : at);
            __pipeline_memcpy_async(&to->a[r][a_col], from, 16, past);
        }
#pragma unroll
        for (int f = quarter * B_COPIES; f < (quarter + 1) * B_COPIES; f++) {
            int i = b_row + f * B_ROWS, r = step * DEPTH + i, beyond = r < k ? 0 : 16;
            const double *from = b + (size_t)(beyond ? 0 : r) * ldb + min(col + b_col, ldb - 2);
            __pipeline_memcpy_async(&to->b[i][b_col], from, 16, beyond);
        }
    };

    double sums[DOWN][ACROSS][4] = {}, x[wide::A], y[ACROSS][wide::B];
    int down = warp / (WIDTH / WIDE_WIDE) * WIDE_TALL + lane / 4;
    int right = warp % (WIDTH / WIDE_WIDE) * WIDE_WIDE;
    for (int step = 0; step < STAGES - 1; step++) {
#pragma unroll
        for (int quarter = 0; quarter < DOWN; quarter++)
            fetch(step, quarter);
        __pipeline_commit();
    }
    for (int step = 0; step * DEPTH < k; step++) {
        __pipeline_wait_prior(STAGES - 2); // this thread's part of this step's tiles is there,
        __syncthreads();                   // everybody's is, and nobody loads from the ones before
        const wide_tiles<WIDTH> *now = &tiles[step % STAGES];
#pragma unroll
        for (int q = 0; q < ACROSS; q++)
#pragma unroll
            for (int e = 0; e < wide::B; e++)
                y[q][e] = now->b[lane % 4 + e * 4][right + q * N + lane / 4];
#pragma unroll
        for (int p = 0; p < DOWN; p++) {
#pragma unroll
            for (int e = 0; e < wide::A; e++)
                x[e] = now->a[down + p * M + e % 2 * 8][lane % 4 + e / 2 * 4];
#pragma unroll
            for (int q = 0; q < ACROSS; q++)
                wide::multiply(sums[p][q], x, y[q]);
            fetch(step + STAGES - 1, p); // into the ones before; past the end zeros
        }
        __pipeline_commit();
    }
#pragma unroll
    for (int i = 0; i < DOWN * ACROSS * 4; i++) {
        int r = row + down + i / 4 / ACROSS * M + i / 2 % 2 * 8;
        int q = col + right + i / 4 % ACROSS * N + lane % 4 * 2 + i % 2;
        if (r < m && q < n)
            c[(size_t)r * n + q] = sums[i / 4 / ACROSS][i / 4 % ACROSS][i % 4];
    }
#endif
}

template <int WIDTH, int STAGES, int BLOCKS>
static inline void tensor_launch_wide_shape(const product_work<double> *w, cudaStream_t stream) {
    int room = STAGES * (int)sizeof(wide_tiles<WIDTH>), lda, ldb;
    const double *a = tensor_padded(w->a, w->m, w->k, 1, 2, w->a_copy, &lda, stream);
    const double *b = tensor_padded(w->b, w->k, w->n, 1, 2, w->b_copy, &ldb, stream);
    auto kernel = tensor_wide_doubles<WIDTH, STAGES, BLOCKS>;
    HANDLE_ERROR(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, room));
    kernel<<<product_blocks(w, WIDE_HEIGHT, WIDTH), WIDE_THREADS, room, stream>>>(
        a, lda, b, ldb, w->c, w->m, w->n, w->k);
}

/* Two blocks fit a multiprocessor: while one waits for its tiles the other multiplies. */
static inline void tensor_launch_wide(const product_work<double> *w, cudaStream_t stream) {
    tensor_launch_wide_shape<64, 3, 2>(w, stream);
}

#endif
