/* 3_pipelined.h: 16 bytes a load, larger tiles, and the next ones are fetched meanwhile.
 *
 * There are two tiles of A and of B each: while the warps multiply one pair, the next is on its way
 * from global memory, through registers, into the other. So there is one barrier for each pair of
 * tiles. A warp has up to 64 x 64 elements of C: with each fragment that it loads it does several
 * products. It costs registers, and rows that begin at multiples of 16 bytes: others are copied
 * first (pad.h). On an H200 it is 5 times as fast as step 2 in float, and 1.3 times in double.
 */
#ifndef TENSOR_3_PIPELINED_H
#define TENSOR_3_PIPELINED_H

#include "fragment.h"
#include "pad.h"

/* How a warp loads a fragment of ROWS x COLS numbers from a tile in shared memory, whose rows are
 * STRIDE numbers apart. In this step: by the function for that. Step 4 has another way, which needs
 * `room` for ROWS * COLS numbers. */
template <typename Part, int ROWS, int COLS, int STRIDE> struct tensor_load_together {
#ifdef TENSOR_CORES
    template <typename T> __device__ explicit tensor_load_together(T *room) {
        (void)room;
    }
    template <typename T> __device__ void operator()(Part &part, const T *from) const {
        wmma::load_matrix_sync(part, from, STRIDE);
    }
#endif
};

/* A block has HEIGHT x WIDTH elements of C, a warp TALL x WIDE of them. a, b: lda and ldb numbers
 * from row to row, multiples of 16 bytes, and aligned to those. BLOCKS: so many are to fit a
 * multiprocessor at once, which limits the registers a thread may have. */
#define TENSOR_THREADS (HEIGHT / TALL * (WIDTH / WIDE) * 32)

template <typename T, template <typename, int, int, int> class Load, int HEIGHT, int WIDTH,
          int DEPTH, int TALL, int WIDE, int BLOCKS>
__global__ void __launch_bounds__(TENSOR_THREADS, BLOCKS)
    tensor_pipelined(const T *__restrict__ a, int lda, const T *__restrict__ b, int ldb, T *c,
                     int m, int n, int k) {
#ifdef TENSOR_CORES
    const int M = tensor<T>::M, N = tensor<T>::N, K = tensor<T>::K, THREADS = TENSOR_THREADS;
    const int LDA = DEPTH + TENSOR_GAP_A, LDB = WIDTH + TENSOR_GAP_B(T);
    // A fetch of all threads covers so many rows of a tile, and so many fetches the whole of it.
    typedef typename tensor<T>::vector vector;
    const int FEW = sizeof(vector) / sizeof(T);
    const int A_ROWS = THREADS / (DEPTH / FEW), A_FETCHES = HEIGHT / A_ROWS;
    const int B_ROWS = THREADS / (WIDTH / FEW), B_FETCHES = DEPTH / B_ROWS;
    __shared__ __align__(32) T as[2][HEIGHT][LDA], bs[2][DEPTH][LDB], patch[THREADS / 32][M * N];

    int row, col;
    product_place(m, n, HEIGHT, WIDTH, &row, &col);
    int warp = threadIdx.x / 32;
    int down = warp / (WIDTH / WIDE) * TALL, right = warp % (WIDTH / WIDE) * WIDE;

    // What this thread fetches, 16 bytes each. Rows and columns past the edges of C are replaced by
    // the last ones: what is made of them is not stored. Past the end of k there are zeros.
    int a_row = threadIdx.x / (DEPTH / FEW), a_col = threadIdx.x % (DEPTH / FEW) * FEW;
    int b_row = threadIdx.x / (WIDTH / FEW), b_col = threadIdx.x % (WIDTH / FEW) * FEW;
    vector a_next[A_FETCHES], b_next[B_FETCHES], zeros = {};
    auto fetch = [&](int first) { // the tiles at `first`, into registers
#pragma unroll
        for (int f = 0; f < A_FETCHES; f++) {
            int r = min(row + a_row + f * A_ROWS, m - 1), q = first + a_col;
            a_next[f] = q < k ? *(const vector *)(a + (size_t)r * lda + q) : zeros;
        }
#pragma unroll
        for (int f = 0; f < B_FETCHES; f++) {
            int r = first + b_row + f * B_ROWS, q = min(col + b_col, ldb - FEW);
            b_next[f] = r < k ? *(const vector *)(b + (size_t)r * ldb + q) : zeros;
        }
    };
    auto put = [&](int to) { // what has been fetched, rounded, into shared memory
#pragma unroll
        for (int f = 0; f < A_FETCHES; f++)
            *(vector *)&as[to][a_row + f * A_ROWS][a_col] = tensor<T>::factors(a_next[f]);
#pragma unroll
        for (int f = 0; f < B_FETCHES; f++)
            *(vector *)&bs[to][b_row + f * B_ROWS][b_col] = tensor<T>::factors(b_next[f]);
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
    Load<part_a, M, K, LDA> load_a(patch[warp]);
    Load<part_b, K, N, LDB> load_b(patch[warp]);
    int now = 0;
    fetch(0);
    put(0);
    __syncthreads(); // nobody may load from the first tiles before they are complete
    for (int first = 0; first < k; first += DEPTH) {
        fetch(first + DEPTH);
#pragma unroll
        for (int i = 0; i < DEPTH; i += K) {
#pragma unroll
            for (int q = 0; q < WIDE / N; q++)
                load_b(y[q], &bs[now][i][right + q * N]);
#pragma unroll
            for (int p = 0; p < TALL / M; p++) {
                load_a(x, &as[now][down + p * M][i]);
#pragma unroll
                for (int q = 0; q < WIDE / N; q++)
                    wmma::mma_sync(sum[p][q], x, y[q], sum[p][q]);
            }
        }
        put(now ^ 1);    // by now it has arrived
        __syncthreads(); // the next tiles are complete, and nobody loads from these any more
        now ^= 1;
    }
#pragma unroll
    for (int p = 0; p < TALL / M; p++)
#pragma unroll
        for (int q = 0; q < WIDE / N; q++)
            tensor_store(sum[p][q], patch[warp], c, row + down + p * M, col + right + q * N, m, n);
#endif
}

template <template <typename, int, int, int> class Load, typename T, int HEIGHT, int WIDTH,
          int DEPTH, int TALL, int WIDE, int BLOCKS>
static void tensor_launch_shape(const product_work<T> *w, cudaStream_t stream) {
    int few = 16 / (int)sizeof(T), lda, ldb, blocks = product_blocks(w, HEIGHT, WIDTH);
    const T *a = tensor_padded(w->a, w->m, w->k, 1, few, w->a_copy, &lda, stream);
    const T *b = tensor_padded(w->b, w->k, w->n, 1, few, w->b_copy, &ldb, stream);
    tensor_pipelined<T, Load, HEIGHT, WIDTH, DEPTH, TALL, WIDE, BLOCKS>
        <<<blocks, TENSOR_THREADS, 0, stream>>>(a, lda, b, ldb, w->c, w->m, w->n, w->k);
}

/* Large tiles do more products with what they fetch, where there are enough for all. */
template <template <typename, int, int, int> class Load>
static void tensor_launch_loading(const product_work<float> *w, cudaStream_t stream) {
    if (2 * product_blocks(w, 128, 128) >= 3 * w->multiprocessors)
        tensor_launch_shape<Load, float, 128, 128, 16, 64, 64, 2>(w, stream);
    else
        tensor_launch_shape<Load, float, 64, 64, 32, 32, 32, 3>(w, stream);
}

template <template <typename, int, int, int> class Load>
static void tensor_launch_loading(const product_work<double> *w, cudaStream_t stream) {
    tensor_launch_shape<Load, double, 64, 64, 16, 32, 32, 3>(w, stream);
}

template <typename T>
static void tensor_launch_pipelined(const product_work<T> *w, cudaStream_t stream) {
    tensor_launch_loading<tensor_load_together>(w, stream);
}

#endif
