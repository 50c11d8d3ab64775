/* tensor_ladder.h: the product of two matrices by tensor cores, step by step.
 *
 * C = A B, C is m x n, A is m x k, B is k x n, each row after row in memory, of float or double.
 * matmul_tensor.cu climbs the ladder; bench/tensor.h sets it beside a library. Both call
 * tensor_launch, at the end.
 *
 * A tensor core multiplies two small matrices in one instruction. It takes the 32 threads of a warp
 * to hand it those: each holds a part of both, a "fragment". CUDA leaves open which thread has
 * which part, so a fragment is loaded and stored by functions of <mma.h>, which all threads of the
 * warp must call together. They want addresses that are multiples of 32 bytes, and rows 16 bytes or
 * a multiple of it apart.
 */
#ifndef TENSOR_LADDER_H
#define TENSOR_LADDER_H

#include "../common/book.h"
#include <cuda_pipeline.h>
#include <mma.h>

/* Chips before compute capability 8.0 have no tensor cores for these types: kernels that are
 * compiled for one are empty, and tensor_require says so before one is launched. */
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
#define TENSOR_CORES
namespace wmma = nvcuda::wmma;
#endif

/* One instruction multiplies M x K numbers of A by K x N of B and adds M x N sums. Of float the
 * factors must be of the type TF32: as large or small as a float, but of 11 significant bits. */
template <typename T> struct tensor;

template <> struct tensor<float> {
    enum { M = 16, N = 16, K = 8 };
    typedef float4 vector; /* 16 bytes: what a thread loads at once */
#ifdef TENSOR_CORES
    typedef wmma::fragment<wmma::matrix_a, M, N, K, wmma::precision::tf32, wmma::row_major> part_a;
    typedef wmma::fragment<wmma::matrix_b, M, N, K, wmma::precision::tf32, wmma::row_major> part_b;
    typedef wmma::fragment<wmma::accumulator, M, N, K, float> part_c;

    static __device__ float factor(float x) {
        return wmma::__float_to_tf32(x); // rounded; left alone, the last bits would be cut off
    }
    static __device__ float4 factors(float4 x) {
        return make_float4(factor(x.x), factor(x.y), factor(x.z), factor(x.w));
    }
#endif
};

template <> struct tensor<double> {
    enum { M = 8, N = 8, K = 4 };
    typedef double2 vector;
#ifdef TENSOR_CORES
    typedef wmma::fragment<wmma::matrix_a, M, N, K, double, wmma::row_major> part_a;
    typedef wmma::fragment<wmma::matrix_b, M, N, K, double, wmma::row_major> part_b;
    typedef wmma::fragment<wmma::accumulator, M, N, K, double> part_c;

    static __device__ double factor(double x) {
        return x;
    }
    static __device__ double2 factors(double2 x) {
        return x;
    }
#endif
};

/* ---- a warp for each tile of C, everything from global memory -------------------------------- */

/* The functions load whole tiles from aligned addresses. Matrices that do not consist of such are
 * copied first: `stride` numbers from row to row, zeros to the right and below. */
template <typename T>
__global__ void tensor_pad(const T *from, int rows, int columns, T *to, int all_rows, int stride) {
    int col = threadIdx.x + blockIdx.x * blockDim.x;
    for (int row = blockIdx.y; row < all_rows; row += gridDim.y)
        if (col < stride)
            to[(size_t)row * stride + col] =
                row < rows && col < columns ? from[(size_t)row * columns + col] : 0;
}

#ifdef TENSOR_CORES
/* Stores a warp's tile of C at (row, col), or what of it lies in C: by way of `patch`, M x N
 * numbers of shared memory, from which threads can choose. */
template <typename T, typename Part>
__device__ inline void tensor_store(const Part &part, T *patch, T *c, int row, int col, int m,
                                    int n) {
    const int M = tensor<T>::M, N = tensor<T>::N;
    bool aligned = n * sizeof(T) % 16 == 0 && (size_t)c % 32 == 0;
    if (aligned && row + M <= m && col + N <= n) { // the same for all threads of the warp
        wmma::store_matrix_sync(c + (size_t)row * n + col, part, n, wmma::mem_row_major);
        return;
    }
    wmma::store_matrix_sync(patch, part, N, wmma::mem_row_major);
    __syncwarp(); // nobody may read what another thread has not stored yet
    for (int e = threadIdx.x % 32; e < M * N; e += 32)
        if (row + e / N < m && col + e % N < n)
            c[(size_t)(row + e / N) * n + col + e % N] = patch[e];
    __syncwarp(); // nobody may store the next tile over one that is still being read
}
#endif

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

/* ---- tiles in shared memory ------------------------------------------------------------------ */

#define TENSOR_SIDE 64  /* rows and columns of C for a block of 4 warps: 32 x 32 for each */
#define TENSOR_DEPTH 16 /* columns of a tile of A, rows of one of B */

/* How much longer than its numbers a row of a tile is, so that the threads of a warp that load a
 * fragment find their numbers in different banks. As the PTX manual tells of the instructions
 * behind it, thread t wants row t / 4, column t % 4 of A, and row t % 4, column t / 4 of B. */
#define TENSOR_GAP_A 4
#define TENSOR_GAP_B(T) (32 / (int)sizeof(T))

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

/* ---- 16 bytes at a time, and the next tiles meanwhile ---------------------------------------- */

#ifdef TENSOR_CORES
/* Which numbers of a matrix make up a fragment of this thread is not laid down, and may differ from
 * chip to chip. But it can be asked: a fragment is loaded from a matrix of which each element is
 * its own number. Each place becomes the distance of an element from the beginning of the fragment,
 * in a matrix of `stride` numbers from row to row. room: for ROWS * COLS numbers, of one warp. */
template <int ROWS, int COLS, typename Part, typename T>
__device__ inline void tensor_places(T *room, int stride, int (&places)[Part::num_elements]) {
    Part part;
    for (int e = threadIdx.x % 32; e < ROWS * COLS; e += 32)
        room[e] = e;
    __syncwarp(); // nobody may load what another thread has not stored yet
    wmma::load_matrix_sync(part, room, COLS);
    __syncwarp(); // nobody may store over what is still being loaded
    for (int e = 0; e < part.num_elements; e++)
        places[e] = (int)part.x[e] / COLS * stride + (int)part.x[e] % COLS;
}
#endif

/* The first row and column of C of this block, which has height x width elements. Blocks that run
 * at the same time should need the same rows and columns, so that these stay in the cache: they go
 * down 8 tiles, then to the right. */
__device__ inline void tensor_block(int m, int n, int height, int width, int *row, int *col) {
    int down = (m + height - 1) / height, across = (n + width - 1) / width;
    int band = blockIdx.x / (8 * across), place = blockIdx.x % (8 * across);
    int rows = min(8, down - 8 * band);
    *row = (8 * band + place % rows) * height;
    *col = place / rows * width;
}

/* A block has HEIGHT x WIDTH elements of C, a warp TALL x WIDE of them: with each fragment that it
 * loads it does several products. There are two tiles of A and of B each: while the warps multiply
 * one pair, the next is on its way from global memory, through registers, into the other. So there
 * is one barrier for each pair of tiles.
 *
 * DIRECT: threads load the elements of their fragments themselves. load_matrix_sync does not know
 * that it is shared memory it loads from, and uses a slower load that finds out each time.
 *
 * a, b: lda and ldb numbers from row to row, multiples of 16 bytes, and aligned to those. BLOCKS:
 * so many are to fit a multiprocessor at once, which limits the registers a thread may have. */
#define TENSOR_THREADS (HEIGHT / TALL * (WIDTH / WIDE) * 32)

template <typename T, bool DIRECT, int HEIGHT, int WIDTH, int DEPTH, int TALL, int WIDE, int BLOCKS>
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
    tensor_block(m, n, HEIGHT, WIDTH, &row, &col);
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
    int a_places[part_a::num_elements], b_places[part_b::num_elements];
    if (DIRECT) {
        tensor_places<M, K, part_a>(patch[warp], LDA, a_places);
        tensor_places<K, N, part_b>(patch[warp], LDB, b_places);
    }
    int now = 0;
    fetch(0);
    put(0);
    __syncthreads(); // nobody may load from the first tiles before they are complete
    for (int first = 0; first < k; first += DEPTH) {
        fetch(first + DEPTH);
#pragma unroll
        for (int i = 0; i < DEPTH; i += K) {
#pragma unroll
            for (int q = 0; q < WIDE / N; q++) {
                const T *from = &bs[now][i][right + q * N];
                if (!DIRECT)
                    wmma::load_matrix_sync(y[q], from, LDB);
                else
#pragma unroll
                    for (int e = 0; e < part_b::num_elements; e++)
                        y[q].x[e] = from[b_places[e]];
            }
#pragma unroll
            for (int p = 0; p < TALL / M; p++) {
                const T *from = &as[now][down + p * M][i];
                if (!DIRECT)
                    wmma::load_matrix_sync(x, from, LDA);
                else
#pragma unroll
                    for (int e = 0; e < part_a::num_elements; e++)
                        x.x[e] = from[a_places[e]];
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

/* ---- both factors in the order of fragments -------------------------------------------------- */

/* In the step above a thread loads the numbers of its fragments one by one, as they do not lie
 * together. Here both factors are copied first, so that they do: fragment after fragment, in each
 * the numbers of thread 0, of thread 1 and so on; rounded, and with zeros past the edges. */

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

/* A block has HEIGHT x WIDTH elements of C and a warp TALL x WIDE of them, as above. There are
 * three tiles of A and of B each: one is multiplied, and two are on their way.
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
    tensor_block(m, n, HEIGHT, WIDTH, &row, &col);
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

/* ---- the steps ------------------------------------------------------------------------------- */

enum { TENSOR_GLOBAL, TENSOR_TILED, TENSOR_PIPELINED, TENSOR_DIRECT, TENSOR_PACKED, TENSOR_STEPS };
static const char *const tensor_names[TENSOR_STEPS] = {"global", "tiled", "pipelined", "direct",
                                                       "packed"};
static const char *const tensor_changes[TENSOR_STEPS] = {
    "a warp for each tile of one instruction, everything from global memory and its caches",
    "64 x 64 elements a block: fragments come from tiles in shared memory",
    "16 bytes a load, larger tiles; the next ones are fetched meanwhile",
    "each thread loads its part of a fragment itself, knowing that it is in shared memory",
    ("both factors are copied first, in the order of fragments: a part is one load; no registers "
     "between global and shared memory"),
};

/* What is to be multiplied, and room on the device for copies in whole tiles. */
template <typename T> struct tensor_work {
    const T *a, *b;
    T *c;
    int m, n, k;
    T *a_copy, *b_copy; /* tensor_a_copy_bytes<T>(m, k), tensor_b_copy_bytes<T>(k, n) */
    int multiprocessors;
};

static inline int tensor_up(int count, int unit) {
    return (count + unit - 1) / unit * unit;
}

/* In whole tiles of a block, in the last step; the others need less. */
template <typename T> static inline size_t tensor_a_copy_bytes(int m, int k) {
    return (size_t)tensor_up(m, 128) * tensor_up(k, TENSOR_DEPTH) * sizeof(T);
}

template <typename T> static inline size_t tensor_b_copy_bytes(int k, int n) {
    return tensor_a_copy_bytes<T>(n, k);
}

/* The matrix, or a copy of it where its rows are no multiples of `unit` numbers, or their number is
 * none of `row_unit`. stride: becomes the distance from row to row. */
template <typename T>
static inline const T *tensor_padded(const T *from, int rows, int columns, int row_unit, int unit,
                                     T *copy, int *stride, cudaStream_t stream) {
    *stride = columns;
    if (rows % row_unit == 0 && columns % unit == 0 && (size_t)from % 32 == 0)
        return from;
    *stride = tensor_up(columns, 16); // whole tiles of either type, and rows of 32 bytes or more
    int all_rows = tensor_up(rows, 16);
    dim3 blocks((*stride + 255) / 256, all_rows < 65535 ? all_rows : 65535);
    tensor_pad<T><<<blocks, 256, 0, stream>>>(from, rows, columns, copy, all_rows, *stride);
    HANDLE_ERROR(cudaGetLastError());
    return copy;
}

static inline int tensor_tiles(int m, int n, int height, int width) {
    return (m + height - 1) / height * ((n + width - 1) / width);
}

template <typename T, bool DIRECT, int HEIGHT, int WIDTH, int DEPTH, int TALL, int WIDE, int BLOCKS>
static void tensor_launch_shape(const tensor_work<T> *w, const T *a, int lda, const T *b, int ldb,
                                cudaStream_t stream) {
    tensor_pipelined<T, DIRECT, HEIGHT, WIDTH, DEPTH, TALL, WIDE, BLOCKS>
        <<<tensor_tiles(w->m, w->n, HEIGHT, WIDTH), TENSOR_THREADS, 0, stream>>>(
            a, lda, b, ldb, w->c, w->m, w->n, w->k);
}

/* Large tiles do more products with what they fetch, where there are enough for all. */
template <bool DIRECT>
static void tensor_launch_pipelined(const tensor_work<float> *w, const float *a, int lda,
                                    const float *b, int ldb, cudaStream_t stream) {
    if (2 * tensor_tiles(w->m, w->n, 128, 128) >= 3 * w->multiprocessors)
        tensor_launch_shape<float, DIRECT, 128, 128, 16, 64, 64, 2>(w, a, lda, b, ldb, stream);
    else
        tensor_launch_shape<float, DIRECT, 64, 64, 32, 32, 32, 3>(w, a, lda, b, ldb, stream);
}

template <bool DIRECT>
static void tensor_launch_pipelined(const tensor_work<double> *w, const double *a, int lda,
                                    const double *b, int ldb, cudaStream_t stream) {
    tensor_launch_shape<double, DIRECT, 64, 64, 16, 32, 32, 3>(w, a, lda, b, ldb, stream);
}

template <typename T, int HEIGHT, int WIDTH, int TALL, int WIDE, int BLOCKS>
static void tensor_launch_packed_shape(const tensor_work<T> *w, cudaStream_t stream) {
    int steps = tensor_up(w->k, TENSOR_DEPTH) / TENSOR_DEPTH;
    int tall = tensor_up(w->m, HEIGHT) / tensor<T>::M, wide = tensor_up(w->n, WIDTH) / tensor<T>::N;
    tensor_pack<T><<<dim3(8 * w->multiprocessors, 2), 128, 0, stream>>>(
        w->a, w->b, w->a_copy, w->b_copy, w->m, w->n, w->k, tall, wide,
        steps * TENSOR_DEPTH / tensor<T>::K);
    HANDLE_ERROR(cudaGetLastError());
    tensor_packed<T, HEIGHT, WIDTH, TENSOR_DEPTH, TALL, WIDE, BLOCKS>
        <<<tensor_tiles(w->m, w->n, HEIGHT, WIDTH), TENSOR_THREADS, 0, stream>>>(
            w->a_copy, w->b_copy, w->c, w->m, w->n, steps);
}

static inline void tensor_launch_packed(const tensor_work<float> *w, cudaStream_t stream) {
    if (2 * tensor_tiles(w->m, w->n, 128, 128) >= 3 * w->multiprocessors)
        tensor_launch_packed_shape<float, 128, 128, 64, 32, 2>(w, stream);
    else
        tensor_launch_packed_shape<float, 64, 64, 32, 32, 4>(w, stream);
}

static inline void tensor_launch_packed(const tensor_work<double> *w, cudaStream_t stream) {
    tensor_launch_packed_shape<double, 64, 64, 32, 32, 3>(w, stream);
}

/* Launches one step, and does not wait for it: w->c becomes the product. */
template <typename T>
static inline void tensor_launch(int step, const tensor_work<T> *w, cudaStream_t stream) {
    int m = w->m, n = w->n, k = w->k, few = 16 / (int)sizeof(T), lda, ldb;
    if (step == TENSOR_TILED) {
        int tiles = tensor_tiles(m, n, TENSOR_SIDE, TENSOR_SIDE);
        tensor_tiled<T><<<tiles, 128, 0, stream>>>(w->a, w->b, w->c, m, n, k);
    } else if (step == TENSOR_PACKED) {
        tensor_launch_packed(w, stream);
    } else {
        int row_unit = step == TENSOR_GLOBAL ? 16 : 1, unit = step == TENSOR_GLOBAL ? 16 : few;
        const T *a = tensor_padded(w->a, m, k, row_unit, unit, w->a_copy, &lda, stream);
        const T *b = tensor_padded(w->b, k, n, row_unit, unit, w->b_copy, &ldb, stream);
        int tiles = tensor_tiles(m, n, tensor<T>::M, tensor<T>::N);
        if (step == TENSOR_GLOBAL)
            tensor_global<T><<<tiles, 32, 0, stream>>>(a, lda, b, ldb, w->c, m, n, k);
        else if (step == TENSOR_PIPELINED)
            tensor_launch_pipelined<false>(w, a, lda, b, ldb, stream);
        else
            tensor_launch_pipelined<true>(w, a, lda, b, ldb, stream);
    }
    HANDLE_ERROR(cudaGetLastError()); // of this launch; HANDLE_LAUNCH would wait for the kernel
}

/* Ends the program, saying why, with the exit code "cannot run here" where there are no tensor
 * cores for these types, or the kernels have been compiled for chips that have none. */
static inline void tensor_require(void) {
    int device = 0, major = 0, minor = 0;
    cudaFuncAttributes kernel;
    HANDLE_ERROR(cudaGetDevice(&device));
    HANDLE_ERROR(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device));
    HANDLE_ERROR(cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, device));
    HANDLE_ERROR(cudaFuncGetAttributes(&kernel, tensor_global<float>));
    if (major >= 8 && kernel.ptxVersion >= 80)
        return;
    printf("tensor cores for TF32 and double need a device of compute capability 8.0 or later; "
           "this one has %d.%d, and the program is compiled for %d.%d\n",
           major, minor, kernel.ptxVersion / 10, kernel.ptxVersion % 10);
    fflush(stdout);
    book_exit(BOOK_EXIT_CANNOT_RUN);
}

#endif
