/* 2_tiled.h: a block of four warps fetches tiles of A and B into shared memory for 64 x 64
 * elements.
 *
 * Each number comes from global memory four times less often than in step 1 (double: eight times),
 * and is rounded once, when it is put there, and not by every warp that uses it. It costs two
 * barriers for each pair of tiles. On an H200 double is 3 times as fast, and float a little slower:
 * bench/COUNTERS.md says what it waits for.
 */
#ifndef TENSOR_2_TILED_H
#define TENSOR_2_TILED_H

#include "fragment.h"

#define TENSOR_SIDE 64  /* rows and columns of C for a block of 4 warps: 32 x 32 for each */
#define TENSOR_DEPTH 16 /* columns of a tile of A, rows of one of B */

template <typename T>
__global__ void __launch_bounds__(128)
    tensor_tiled(const T *a, const T *b, T *c, int m, int n, int k) {
#ifdef TENSOR_CORES
    const int M = tensor<T>::M, N = tensor<T>::N, K = tensor<T>::K;
    __shared__ __align__(32) T as[TENSOR_SIDE][TENSOR_DEPTH + TENSOR_GAP_A];
    __shared__ __align__(32) T bs[TENSOR_DEPTH][TENSOR_SIDE + TENSOR_GAP_B(T)];
    __shared__ __align__(32) T patch[4][M * N];
    int across = (n + TENSOR_SIDE - 1) / TENSOR_SIDE, warp = threadIdx.x / 32;
    int row = blockIdx.x / across * TENSOR_SIDE, col = blockIdx.x % across * TENSOR_SIDE;
    int down = warp / 2 * 32, right = warp % 2 * 32; // this warp's, in the block's
    typename tensor<T>::part_a x;
    typename tensor<T>::part_b y[32 / N];
    typename tensor<T>::part_c sum[32 / M][32 / N];
    for (int p = 0; p < 32 / M; p++)
        for (int q = 0; q < 32 / N; q++)
            wmma::fill_fragment(sum[p][q], 0);
    for (int first = 0; first < k; first += TENSOR_DEPTH) {
        // Past the edges of A and B tiles are filled with zeros, which add nothing. Each number is
        // rounded here, once, and not by every warp that uses it.
        for (int e = threadIdx.x; e < TENSOR_SIDE * TENSOR_DEPTH; e += 128) {
            int r = e / TENSOR_DEPTH, i = e % TENSOR_DEPTH;
            as[r][i] = row + r < m && first + i < k
                           ? tensor<T>::factor(a[(size_t)(row + r) * k + first + i])
                           : 0;
        }
        for (int e = threadIdx.x; e < TENSOR_DEPTH * TENSOR_SIDE; e += 128) {
            int i = e / TENSOR_SIDE, q = e % TENSOR_SIDE;
            bs[i][q] = first + i < k && col + q < n
                           ? tensor<T>::factor(b[(size_t)(first + i) * n + col + q])
                           : 0;
        }
        __syncthreads(); // nobody may load a fragment before all of the tile is there
        for (int i = 0; i < TENSOR_DEPTH; i += K) {
            for (int q = 0; q < 32 / N; q++)
                wmma::load_matrix_sync(y[q], &bs[i][right + q * N], TENSOR_SIDE + TENSOR_GAP_B(T));
            for (int p = 0; p < 32 / M; p++) {
                wmma::load_matrix_sync(x, &as[down + p * M][i], TENSOR_DEPTH + TENSOR_GAP_A);
                for (int q = 0; q < 32 / N; q++)
                    wmma::mma_sync(sum[p][q], x, y[q], sum[p][q]);
            }
        }
        __syncthreads(); // nobody may fill a tile that is still being loaded from
    }
    for (int p = 0; p < 32 / M; p++)
        for (int q = 0; q < 32 / N; q++)
            tensor_store(sum[p][q], patch[warp], c, row + down + p * M, col + right + q * N, m, n);
#endif
}

template <typename T>
static void tensor_launch_tiled(const product_work<T> *w, cudaStream_t stream) {
    int blocks = product_blocks(w, TENSOR_SIDE, TENSOR_SIDE);
    tensor_tiled<T><<<blocks, 128, 0, stream>>>(w->a, w->b, w->c, w->m, w->n, w->k);
}

#endif
