/* 5_packed.h: both factors are copied first, in the order of fragments.
 *
 * In step 4 a thread loads the numbers of its part one by one, as they do not lie together. Here
 * they do: fragment after fragment, in each the numbers of thread 0, of thread 1 and so on;
 * rounded, and with zeros past the edges. So a part is one load, there are no conflicts of banks,
 * and the loop has no edges to look at. A tile needs no more work on its way, so it need not come
 * through registers: asynchronous copies bring three pairs of tiles. It costs the copying, n^2
 * numbers for n^3 products, and the room for it. On an H200 it is 1.3 times as fast as step 4 in
 * float, and hardly any faster in double.
 */
#ifndef TENSOR_5_PACKED_H
#define TENSOR_5_PACKED_H

#include "4_direct.h" // tensor_places
#include <cuda_pipeline.h>

/* Numbers that are loaded and stored at once. */
template <typename T, int FEW> struct __align__(sizeof(T) * FEW) tensor_numbers {
    T x[FEW];
};

#ifdef TENSOR_CORES
/* ROWS x COLS numbers a fragment. Those of one row of tiles of A follow one another, and those of
 * one column of tiles of B (BY_COLUMN): the way along k. down, across: tiles. room: see above. */
template <int ROWS, int COLS, typename Part, bool BY_COLUMN, typename T>
__device__ inline void tensor_pack_one(const T *from, int rows, int columns, T *to, int down,
                                       int across, T *room) {
    const int FEW = Part::num_elements;
    int places[FEW], lane = threadIdx.x % 32, warps = gridDim.x * (blockDim.x / 32);
    tensor_places<ROWS, COLS, Part>(room, COLS, places);
    size_t tile = threadIdx.x / 32 + (size_t)blockIdx.x * (blockDim.x / 32);
    for (; tile < (size_t)down * across; tile += warps) {
        int r = (int)(BY_COLUMN ? tile % down : tile / across) * ROWS;
        int c = (int)(BY_COLUMN ? tile / down : tile % across) * COLS;
        tensor_numbers<T, FEW> mine;
#pragma unroll
        for (int e = 0; e < FEW; e++) {
            int row = r + places[e] / COLS, col = c + places[e] % COLS;
            mine.x[e] = row < rows && col < columns
                            ? tensor<T>::factor(from[(size_t)row * columns + col])
                            : 0;
        }
        ((tensor_numbers<T, FEW> *)to)[tile * 32 + lane] = mine;
    }
}
#endif

/* Both factors: blocks with y = 0 do A, of `tall` rows of tiles, those with y = 1 do B, of `wide`
 * columns of tiles; each of `deep` tiles along k. */
template <typename T>
__global__ void __launch_bounds__(128)
    tensor_pack(const T *a, const T *b, T *a_copy, T *b_copy, int m, int n, int k, int tall,
                int wide, int deep) {
#ifdef TENSOR_CORES
    const int M = tensor<T>::M, N = tensor<T>::N, K = tensor<T>::K, MOST = M > N ? M * K : N * K;
    __shared__ __align__(32) T room[4][MOST];
    if (blockIdx.y == 0)
        tensor_pack_one<M, K, typename tensor<T>::part_a, false>(a, m, k, a_copy, tall, deep,
                                                                 room[threadIdx.x / 32]);
    else
        tensor_pack_one<K, N, typename tensor<T>::part_b, true>(b, k, n, b_copy, deep, wide,
                                                                room[threadIdx.x / 32]);
#endif
}

#ifdef TENSOR_CORES
/* The fragment at `from`, of which each thread takes its part. */
template <typename Part, typename T> __device__ inline void tensor_take(Part &part, const T *from) {
    const int FEW = Part::num_elements;
    tensor_numbers<T, FEW> mine = ((const tensor_numbers<T, FEW> *)from)[threadIdx.x % 32];
#pragma unroll
    for (int e = 0; e < FEW; e++)
        part.x[e] = mine.x[e];
}
#endif

/* A block has HEIGHT x WIDTH elements of C and a warp TALL x WIDE of them. There are three tiles of
 * A and of B each: one is multiplied, and two are on their way.
 * __pipeline_memcpy_async copies 16 bytes from global memory to shared memory: not through
 * registers, and without waiting. What a thread has begun since its last commit is a batch, and it
 * can wait for all batches but the last so many. steps: tiles along k. */
#define TENSOR_STAGES 3

template <typename T, int HEIGHT, int WIDTH, int DEPTH, int TALL, int WIDE, int BLOCKS>
__global__ void __launch_bounds__(TENSOR_THREADS, BLOCKS)
    tensor_packed(const T *a, const T *b, T *c, int m, int n, int steps) {
#ifdef TENSOR_CORES
    const int M = tensor<T>::M, N = tensor<T>::N, K = tensor<T>::K, THREADS = TENSOR_THREADS;
    const int FEW = 16 / sizeof(T); // numbers that are copied at once
    // In the factors and in a tile, numbers of one row or column of fragments.
    const int A_ROW = M * DEPTH, B_ROW = N * DEPTH;
    __shared__ __align__(32) T as[TENSOR_STAGES][HEIGHT * DEPTH], bs[TENSOR_STAGES][WIDTH * DEPTH];
    int row, col;
    product_place(m, n, HEIGHT, WIDTH, &row, &col);
    int warp = threadIdx.x / 32;
    int down = warp / (WIDTH / WIDE) * TALL, right = warp % (WIDTH / WIDE) * WIDE;
    const T *a_from = a + (size_t)(row / M) * steps * A_ROW;
    const T *b_from = b + (size_t)(col / N) * steps * B_ROW;
    auto fetch = [&](int step) { // begins the copies of a step's tiles
        if (step < steps) {
            T *a_to = as[step % TENSOR_STAGES], *b_to = bs[step % TENSOR_STAGES];
#pragma unroll
            for (int f = 0; f < HEIGHT * DEPTH / FEW / THREADS; f++) {
                int e = (threadIdx.x + f * THREADS) * FEW;
                size_t at = ((size_t)(e / A_ROW) * steps + step) * A_ROW + e % A_ROW;
                __pipeline_memcpy_async(a_to + e, a_from + at, 16);
            }
#pragma unroll
            for (int f = 0; f < WIDTH * DEPTH / FEW / THREADS; f++) {
                int e = (threadIdx.x + f * THREADS) * FEW;
                size_t at = ((size_t)(e / B_ROW) * steps + step) * B_ROW + e % B_ROW;
                __pipeline_memcpy_async(b_to + e, b_from + at, 16);
            }
        }
        __pipeline_commit(); // an empty batch, past the end: so they can be counted
    };

    typedef typename tensor<T>::part_a part_a;
    typedef typename tensor<T>::part_b part_b;
    part_a x;
    part_b y[WIDE / N];
    typename tensor<T>::part_c sum[TALL / M][WIDE / N];
#pragma unroll
    for (int p = 0; p < TALL / M; p++)
#pragma unroll
        for (int q = 0; q < WIDE / N; q++)
            wmma::fill_fragment(sum[p][q], 0);
    for (int step = 0; step < TENSOR_STAGES - 1; step++)
        fetch(step);
    for (int step = 0; step < steps; step++) {
        // This thread's part of this step's tiles is there.
        __pipeline_wait_prior(TENSOR_STAGES - 2);
        __syncthreads(); // everybody's is, and nobody loads from the tiles of the step before
        fetch(step + TENSOR_STAGES - 1); // into those
        const T *a_now = as[step % TENSOR_STAGES] + down / M * A_ROW;
        const T *b_now = bs[step % TENSOR_STAGES] + right / N * B_ROW;
#pragma unroll
        for (int i = 0; i < DEPTH / K; i++) {
#pragma unroll
            for (int q = 0; q < WIDE / N; q++)
                tensor_take(y[q], b_now + q * B_ROW + i * K * N);
#pragma unroll
            for (int p = 0; p < TALL / M; p++) {
                tensor_take(x, a_now + p * A_ROW + i * M * K);
#pragma unroll
                for (int q = 0; q < WIDE / N; q++)
                    wmma::mma_sync(sum[p][q], x, y[q], sum[p][q]);
            }
        }
    }
    __syncthreads(); // nobody loads from the tiles any more, which become patches
#pragma unroll
    for (int p = 0; p < TALL / M; p++)
#pragma unroll
        for (int q = 0; q < WIDE / N; q++)
            tensor_store(sum[p][q], as[0] + warp * M * N, c, row + down + p * M,
                         col + right + q * N, m, n);
#endif
}

#define TENSOR_PACKED_DEPTH 16 /* of a tile, along k */

/* Room for the copies, in whole tiles of a block. The other steps need less. */
template <typename T> static inline size_t tensor_a_copy_bytes(int m, int k) {
    return (size_t)product_up(m, 128) * product_up(k, TENSOR_PACKED_DEPTH) * sizeof(T);
}

template <typename T> static inline size_t tensor_b_copy_bytes(int k, int n) {
    return tensor_a_copy_bytes<T>(n, k);
}

template <typename T, int HEIGHT, int WIDTH, int TALL, int WIDE, int BLOCKS>
static void tensor_launch_packed_shape(const product_work<T> *w, cudaStream_t stream) {
    const int DEPTH = TENSOR_PACKED_DEPTH;
    int steps = product_up(w->k, DEPTH) / DEPTH, blocks = product_blocks(w, HEIGHT, WIDTH);
    int tall = product_up(w->m, HEIGHT) / tensor<T>::M;
    int wide = product_up(w->n, WIDTH) / tensor<T>::N, deep = steps * DEPTH / tensor<T>::K;
    tensor_pack<T><<<dim3(8 * w->multiprocessors, 2), 128, 0, stream>>>(
        w->a, w->b, w->a_copy, w->b_copy, w->m, w->n, w->k, tall, wide, deep);
    HANDLE_ERROR(cudaGetLastError());
    tensor_packed<T, HEIGHT, WIDTH, DEPTH, TALL, WIDE, BLOCKS>
        <<<blocks, TENSOR_THREADS, 0, stream>>>(w->a_copy, w->b_copy, w->c, w->m, w->n, steps);
}

static inline void tensor_launch_packed(const product_work<float> *w, cudaStream_t stream) {
    if (2 * product_blocks(w, 128, 128) >= 3 * w->multiprocessors)
        tensor_launch_packed_shape<float, 128, 128, 64, 32, 2>(w, stream);
    else
        tensor_launch_packed_shape<float, 64, 64, 32, 32, 4>(w, stream);
}

static inline void tensor_launch_packed(const product_work<double> *w, cudaStream_t stream) {
    tensor_launch_packed_shape<double, 64, 64, 32, 32, 3>(w, stream);
}

#endif
