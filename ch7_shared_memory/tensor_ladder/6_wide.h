/* 6_wide.h: double by larger products of mma.sync, and warps that load ahead.
 *
 * An instruction does as much as 4 of step 5. PTX says which thread has which numbers (multiply.h),
 * so nothing needs packing: tiles come by asynchronous copies as they are. A warp has 32 x 64
 * elements of C. Before it multiplies, it loads what the next 16 products take, also from the next
 * tiles, so none waits for a load. Among the products it asks for tiles, half of them at a time.
 */
#ifndef TENSOR_6_WIDE_H
#define TENSOR_6_WIDE_H

#include "multiply.h"
#include "pad.h"
#include <cuda_pipeline.h>

/* A block has 128 x 128 elements of C, a warp TALL x BROAD of them. */
#define WIDE_SIDE 128
#define WIDE_DEPTH 16 /* two turns of products */
#define WIDE_STAGES 4
#define WIDE_TALL 32
#define WIDE_BROAD 64
#define WIDE_THREADS (WIDE_SIDE / WIDE_TALL * WIDE_SIDE / WIDE_BROAD * 32)

struct wide_tiles {
    double a[WIDE_SIDE][WIDE_DEPTH + TENSOR_GAP_A], b[WIDE_DEPTH][WIDE_SIDE + TENSOR_GAP_B(double)];
};

/* a, b: lda and ldb numbers from row to row, multiples of 16 bytes, and aligned to those. */
__global__ void __launch_bounds__(WIDE_THREADS, 1)
    tensor_wide_doubles(const double *a, int lda, const double *b, int ldb, double *c, int m, int n,
                        int k) {
#ifdef TENSOR_CORES
    typedef tensor_wide<double> wide;
    const int M = wide::M, N = wide::N, K = wide::K;
    const int DOWN = WIDE_TALL / M, ACROSS = WIDE_BROAD / N; // products of a warp in a turn
    extern __shared__ __align__(16) char wide_room[];
    wide_tiles *tiles = (wide_tiles *)wide_room;
    int row, col, warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    product_place(m, n, WIDE_SIDE, WIDE_SIDE, &row, &col);
    // A copy is two numbers, those of all threads so many rows of a tile. What is past the edges of
    // C is replaced by the last row or column, and not stored. Past the end of k there are zeros.
    const int A_ROWS = WIDE_THREADS / (WIDE_DEPTH / 2), A_COPIES = WIDE_SIDE / A_ROWS / DOWN;
    const int B_ROWS = WIDE_THREADS / (WIDE_SIDE / 2), B_COPIES = WIDE_DEPTH / B_ROWS / DOWN;
    int a_row = threadIdx.x / (WIDE_DEPTH / 2), a_col = threadIdx.x % (WIDE_DEPTH / 2) * 2;
    int b_row = threadIdx.x / (WIDE_SIDE / 2), b_col = threadIdx.x % (WIDE_SIDE / 2) * 2;
    auto fetch = [&](int step, int share) { // of DOWN shares
        wide_tiles *to = &tiles[step % WIDE_STAGES];
        int at = step * WIDE_DEPTH + a_col, past = at < k ? 0 : 16;
#pragma unroll
        for (int f = share * A_COPIES; f < (share + 1) * A_COPIES; f++) {
            int r = a_row + f * A_ROWS;
            const double *from = a + (size_t)min(row + r, m - 1) * lda + (past ? 0 : at);
            __pipeline_memcpy_async(&to->a[r][a_col], from, 16, past);
        }
#pragma unroll
        for (int f = share * B_COPIES; f < (share + 1) * B_COPIES; f++) {
            int i = b_row + f * B_ROWS, r = step * WIDE_DEPTH + i, beyond = r < k ? 0 : 16;
            const double *from = b + (size_t)(beyond ? 0 : r) * ldb + min(col + b_col, ldb - 2);
            __pipeline_memcpy_async(&to->b[i][b_col], from, 16, beyond);
        }
    };
    double sums[DOWN][ACROSS][4] = {};
    double x[2][DOWN][wide::A], y[2][ACROSS][wide::B]; // for this turn, and for the next one
    int down = warp / (WIDE_SIDE / WIDE_BROAD) * WIDE_TALL + lane / 4;
    int right = warp % (WIDE_SIDE / WIDE_BROAD) * WIDE_BROAD;
    auto load = [&](int step, int turn) {
        const wide_tiles *from = &tiles[step % WIDE_STAGES];
#pragma unroll
        for (int i = 0; i < ACROSS * wide::B; i++)
            y[turn][i / wide::B][i % wide::B] =
                from->b[turn * K + lane % 4 + i % wide::B * 4][right + i / wide::B * N + lane / 4];
#pragma unroll
        for (int i = 0; i < DOWN * wide::A; i++)
            x[turn][i / wide::A][i % wide::A] = from->a[down + i / wide::A * M + i % 2 * 8]
                                                       [turn * K + lane % 4 + i % wide::A / 2 * 4];
    };
    auto multiply = [&](int turn, int p) {
#pragma unroll
        for (int q = 0; q < ACROSS; q++)
            wide::multiply(sums[p][q], x[turn][p], y[turn][q]);
    };
    for (int step = 0; step < WIDE_STAGES - 1; step++, __pipeline_commit())
        for (int share = 0; share < DOWN; share++)
            fetch(step, share);
    __pipeline_wait_prior(WIDE_STAGES - 2);
    __syncthreads();
    load(0, 0);
    for (int step = 0; step * WIDE_DEPTH < k; step++) {
        load(step, 1);
        for (int p = 0; p < DOWN; p++) {
            multiply(0, p);
            fetch(step + WIDE_STAGES - 1, p); // into the tiles of the step before
        }
        __pipeline_commit();
        __pipeline_wait_prior(WIDE_STAGES - 2); // this thread's part of the next tiles is there,
        __syncthreads();                        // everybody's is, and nobody loads from these
        load(step + 1, 0);
        for (int p = 0; p < DOWN; p++)
            multiply(1, p);
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

static inline void tensor_launch_wide(const product_work<double> *w, cudaStream_t stream) {
    int room = WIDE_STAGES * (int)sizeof(wide_tiles), lda, ldb;
    const double *a = tensor_padded(w->a, w->m, w->k, 1, 2, w->a_copy, &lda, stream);
    const double *b = tensor_padded(w->b, w->k, w->n, 1, 2, w->b_copy, &ldb, stream);
    HANDLE_ERROR(cudaFuncSetAttribute(tensor_wide_doubles,
                                      cudaFuncAttributeMaxDynamicSharedMemorySize, room));
    tensor_wide_doubles<<<product_blocks(w, WIDE_SIDE, WIDE_SIDE), WIDE_THREADS, room, stream>>>(
        a, lda, b, ldb, w->c, w->m, w->n, w->k);
}

#endif
