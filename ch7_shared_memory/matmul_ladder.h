/* matmul_ladder.h: the product of two float matrices step by step, from the book's kernel on.
 *
 * C = A B, C is m x n, A is m x k, B is k x n, each row after row in memory. matmul_fast.cu climbs
 * the ladder; bench/matmul.cu sets it beside a library. Both call matmul_launch, at the end.
 *
 * What limits a product is not the memory of the device (n^2 numbers for n^3 multiplications) but
 * how many instructions it takes to bring two numbers together that are to be multiplied.
 */
#ifndef MATMUL_LADDER_H
#define MATMUL_LADDER_H

#include "../common/book.h"

/* ---- the text's two kernels --------------------------------------------------------------- */

__global__ void matmul_global(const float *a, const float *b, float *c, int m, int n, int k) {
    int row = threadIdx.y + blockIdx.y * blockDim.y, col = threadIdx.x + blockIdx.x * blockDim.x;
    if (row >= m || col >= n)
        return;
    float sum = 0;
    for (int i = 0; i < k; i++)
        sum += a[(size_t)row * k + i] * b[(size_t)i * n + col];
    c[(size_t)row * n + col] = sum;
}

#define TILE 16 /* rows and columns of a tile, and of a block of threads */

__global__ void matmul_tiled(const float *a, const float *b, float *c, int m, int n, int k) {
    __shared__ float as[TILE][TILE], bs[TILE][TILE];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = ty + blockIdx.y * TILE, col = tx + blockIdx.x * TILE;
    float sum = 0;
    for (int first = 0; first < k; first += TILE) {
        as[ty][tx] = row < m && first + tx < k ? a[(size_t)row * k + first + tx] : 0;
        bs[ty][tx] = first + ty < k && col < n ? b[(size_t)(first + ty) * n + col] : 0;
        __syncthreads(); // nobody may read a tile before all of it is there
        for (int i = 0; i < TILE; i++)
            sum += as[ty][i] * bs[i][tx];
        __syncthreads(); // nobody may fetch the next tile over one that is still being read
    }
    if (row < m && col < n)
        c[(size_t)row * n + col] = sum;
}

/* ---- a thread for 8 x 8 elements ------------------------------------------------------------ */

/* The kernel above reads two numbers of shared memory for each multiplication. A thread that works
 * out 8 x 8 elements, kept in registers, reads 8 + 8 numbers for 64. A block of 16 x 16 threads
 * then has 128 x 128 elements; a thread's lie 16 apart, so that neighbours read neighbours. */
#define PART 8           /* a thread's share: PART x PART elements */
#define SIDE (16 * PART) /* rows and columns of C for a block */

__global__ void __launch_bounds__(256)
    matmul_registers(const float *a, const float *b, float *c, int m, int n, int k) {
    __shared__ float as[SIDE][PART], bs[PART][SIDE];
    int tx = threadIdx.x, ty = threadIdx.y, thread = tx + 16 * ty;
    int row = blockIdx.y * SIDE, col = blockIdx.x * SIDE;
    float sum[PART][PART] = {};
    for (int first = 0; first < k; first += PART) {
        for (int e = thread; e < SIDE * PART; e += 256) {
            int r = e / PART, i = e % PART;
            as[r][i] = row + r < m && first + i < k ? a[(size_t)(row + r) * k + first + i] : 0;
        }
        for (int e = thread; e < SIDE * PART; e += 256) {
            int i = e / SIDE, q = e % SIDE;
            bs[i][q] = first + i < k && col + q < n ? b[(size_t)(first + i) * n + col + q] : 0;
        }
        __syncthreads(); // nobody may read a tile before all of it is there
        for (int i = 0; i < PART; i++) {
            float x[PART], y[PART];
            for (int p = 0; p < PART; p++) {
                x[p] = as[ty + 16 * p][i];
                y[p] = bs[i][tx + 16 * p];
            }
            for (int p = 0; p < PART; p++)
                for (int q = 0; q < PART; q++)
                    sum[p][q] += x[p] * y[q];
        }
        __syncthreads(); // nobody may fetch the next tile over one that is still being read
    }
    for (int p = 0; p < PART; p++)
        for (int q = 0; q < PART; q++)
            if (row + ty + 16 * p < m && col + tx + 16 * q < n)
                c[(size_t)(row + ty + 16 * p) * n + col + tx + 16 * q] = sum[p][q];
}

/* ---- four numbers at a time, and the next tile meanwhile ------------------------------------ */

/* Of matrices that are read four numbers at a time each row must begin at a multiple of 16 bytes.
 * One whose rows do not is copied first, with up to three zeros at the end of each row. That is a
 * small part of the work, as a product reads each row many times. Both matrices are copied in one
 * launch; one that need not be has 0 rows here. */
__global__ void matmul_pad(const float *a, int a_rows, int a_columns, float *a_copy, const float *b,
                           int b_rows, int b_columns, float *b_copy) {
    for (int row = blockIdx.x; row < a_rows + b_rows; row += gridDim.x) {
        int r = row < a_rows ? row : row - a_rows, columns = row < a_rows ? a_columns : b_columns;
        const float *from = (row < a_rows ? a : b) + (size_t)r * columns;
        float4 *to = (float4 *)(row < a_rows ? a_copy : b_copy) + (size_t)r * ((columns + 3) / 4);
        for (int i = threadIdx.x; 4 * i < columns; i += blockDim.x) {
            int last = columns - 1 - 4 * i; // of these four, where there are fewer in the row
            const float *four = from + 4 * i;
            to[i] = make_float4(four[0], last < 1 ? 0 : four[1], last < 2 ? 0 : four[2],
                                last < 3 ? 0 : four[3]);
        }
    }
}

/* COUNT numbers in groups of four, from shared memory into registers; DISTANCE from one to the
 * next. */
template <int COUNT, int DISTANCE> __device__ inline void load_fours(float *to, const float *from) {
#pragma unroll
    for (int g = 0; g < COUNT / 4; g++)
        *(float4 *)&to[4 * g] = *(const float4 *)&from[g * DISTANCE];
}

/* sum += a b, each of ROWS elements of a by each of COLS of b. In which order is the same for the
 * result, but not for the registers and their banks that the compiler finds: in squares of 4 x 4,
 * to and fro in each, the product is 9 % faster than row by row (H200, CUDA 13.0). */
template <int ROWS, int COLS>
__device__ inline void multiply_parts(float (&sum)[ROWS][COLS], const float *a, const float *b) {
#pragma unroll
    for (int p = 0; p < ROWS; p += 4)
#pragma unroll
        for (int q = 0; q < COLS; q += 4)
#pragma unroll
            for (int i = 0; i < 4; i++)
#pragma unroll
                for (int j = 0; j < 4; j++) {
                    int z = i % 2 == 0 ? q + j : q + 3 - j;
                    sum[p + i][z] += a[p + i] * b[z];
                }
}

/* A block has HEIGHT x WIDTH elements of C, a thread ROWS x COLS of them. The tiles of A and B are
 * STEP wide, and there are two of each: while the threads multiply one pair, the next is on its way
 * from global memory, through registers, into the other. In the same way the numbers of the next of
 * the STEP rounds are on their way from shared memory while those of this round are multiplied. So
 * hardly anybody ever waits, and there is one barrier for each pair of tiles instead of two.
 *
 * a, b: lda and ldb numbers from row to row, multiples of 4 and less than 2^24, aligned to 16
 * bytes. BLOCKS: so many are to fit a multiprocessor at once, which limits the registers a thread
 * may have. */
#define STEP 16

template <int HEIGHT, int WIDTH, int ROWS, int COLS, int BLOCKS>
__global__ void __launch_bounds__(HEIGHT *WIDTH / (ROWS * COLS), BLOCKS)
    matmul_pipelined(const float *__restrict__ a, int lda, const float *__restrict__ b, int ldb,
                     float *__restrict__ c, int m, int n, int k) {
    const int THREADS = HEIGHT * WIDTH / (ROWS * COLS);
    // A fetch of all threads covers so many rows of a tile, and so many fetches the whole of it.
    const int A_ROWS = THREADS / (STEP / 4), A_FETCHES = HEIGHT / A_ROWS;
    const int B_ROWS = THREADS / (WIDTH / 4), B_FETCHES = STEP / B_ROWS;
    // as lies on its side, so that a thread reads four rows at once; 4 more: half the bank
    // conflicts.
    __shared__ __align__(16) float as[2][STEP][HEIGHT + 4], bs[2][STEP][WIDTH];

    // Blocks that run at the same time should need the same rows and columns, so that these stay in
    // the cache: they go down 8 tiles, then to the right.
    int down = (m + HEIGHT - 1) / HEIGHT, across = (n + WIDTH - 1) / WIDTH;
    int band = blockIdx.x / (8 * across), place = blockIdx.x % (8 * across);
    int height = min(8, down - 8 * band);
    int row = (8 * band + place % height) * HEIGHT, col = place / height * WIDTH;

    // The 32 threads of a warp are 8 x 4. Neighbours of a pair differ in the row only, and pairs of
    // neighbours in the column, so half of the addresses in a load of the warp are the same.
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32, warps_across = WIDTH / (4 * COLS);
    int y = warp / warps_across * (8 * ROWS) + 4 * (lane % 2 + lane / 8 * 2);
    int x = warp % warps_across * (4 * COLS) + 4 * (lane / 2 % 4);

    // What this thread fetches, four numbers each. Rows and columns past the edges are replaced by
    // the last ones; what is made of them is not stored.
    int a_row = threadIdx.x / (STEP / 4), a_col = threadIdx.x % (STEP / 4) * 4;
    int b_row = threadIdx.x / (WIDTH / 4), b_col = threadIdx.x % (WIDTH / 4) * 4;
    const float *a_tile = a + (size_t)row * lda, *b_tile = b + col;
    int a_from[A_FETCHES], b_from[B_FETCHES];
    float4 a_next[A_FETCHES], b_next[B_FETCHES];
#pragma unroll
    for (int f = 0; f < A_FETCHES; f++)
        a_from[f] = min(a_row + f * A_ROWS, m - 1 - row) * lda + a_col;
#pragma unroll
    for (int f = 0; f < B_FETCHES; f++)
        b_from[f] = (b_row + f * B_ROWS) * ldb + min(b_col, ldb - 4 - col);
    auto fetch = [&](int first) { // the tiles at `first`, into registers
        if (first + STEP <= k) {
#pragma unroll
            for (int f = 0; f < A_FETCHES; f++)
                a_next[f] = *(const float4 *)(a_tile + a_from[f]);
#pragma unroll
            for (int f = 0; f < B_FETCHES; f++)
                b_next[f] = *(const float4 *)(b_tile + b_from[f]);
        } else { // zeros past the end; asking each time would take a fiftieth of all instructions
            const float4 zeros = make_float4(0, 0, 0, 0);
#pragma unroll
            for (int f = 0; f < A_FETCHES; f++)
                a_next[f] = first + a_col < k ? *(const float4 *)(a_tile + a_from[f]) : zeros;
#pragma unroll
            for (int f = 0; f < B_FETCHES; f++)
                b_next[f] =
                    first + b_row + f * B_ROWS < k ? *(const float4 *)(b_tile + b_from[f]) : zeros;
        }
        a_tile += STEP;
        b_tile += (size_t)STEP * ldb;
    };
    auto put = [&](int to) { // what has been fetched, into shared memory
#pragma unroll
        for (int f = 0; f < A_FETCHES; f++) {
            as[to][a_col][a_row + f * A_ROWS] = a_next[f].x;
            as[to][a_col + 1][a_row + f * A_ROWS] = a_next[f].y;
            as[to][a_col + 2][a_row + f * A_ROWS] = a_next[f].z;
            as[to][a_col + 3][a_row + f * A_ROWS] = a_next[f].w;
        }
#pragma unroll
        for (int f = 0; f < B_FETCHES; f++)
            *(float4 *)&bs[to][b_row + f * B_ROWS][b_col] = b_next[f];
    };

    float sum[ROWS][COLS] = {};
    __align__(16) float part_a[2][ROWS], part_b[2][COLS]; // load_fours stores four at a time
    int now = 0;
    fetch(0);
    put(0);
    __syncthreads(); // nobody may read a tile before all of it is there
    load_fours<ROWS, 32>(part_a[0], &as[0][0][y]);
    load_fours<COLS, 16>(part_b[0], &bs[0][0][x]);
    for (int first = 0; first < k; first += STEP) {
        fetch(first + STEP);
#pragma unroll
        for (int i = 0; i < STEP; i++) {
            if (i == STEP - 2)
                put(now ^ 1); // by now it has arrived
            if (i == STEP - 1) {
                __syncthreads(); // the next tiles are complete, and nobody reads these any more
                now ^= 1;
            }
            load_fours<ROWS, 32>(part_a[(i + 1) % 2], &as[now][(i + 1) % STEP][y]);
            load_fours<COLS, 16>(part_b[(i + 1) % 2], &bs[now][(i + 1) % STEP][x]);
            multiply_parts<ROWS, COLS>(sum, part_a[i % 2], part_b[i % 2]);
        }
    }

    bool whole = n % 4 == 0 && (size_t)c % sizeof(float4) == 0; // rows that take four at once
#pragma unroll
    for (int p = 0; p < ROWS; p++) {
        int r = row + y + p / 4 * 32 + p % 4;
#pragma unroll
        for (int q = 0; q < COLS; q += 4) {
            int s = col + x + q / 4 * 16;
            float *to = c + (size_t)r * n + s;
            if (r < m && whole && s < n)
                *(float4 *)to = make_float4(sum[p][q], sum[p][q + 1], sum[p][q + 2], sum[p][q + 3]);
            else
                for (int t = 0; t < 4; t++)
                    if (r < m && s + t < n)
                        to[t] = sum[p][q + t];
        }
    }
}

/* ---- the steps ---------------------------------------------------------------------------- */

enum { MATMUL_GLOBAL, MATMUL_TILED, MATMUL_REGISTERS, MATMUL_PIPELINED, MATMUL_STEPS };
static const char *const matmul_names[MATMUL_STEPS] = {"global", "tiled", "registers", "pipelined"};
static const char *const matmul_changes[MATMUL_STEPS] = {
    "a thread for each element, everything from global memory and its caches",
    "16 x 16 tiles in shared memory: 16 times fewer loads from global memory",
    "8 x 8 elements a thread: 4 multiplications for a number from shared memory, not 1/2",
    "four numbers a load; the next tile and the next numbers are fetched meanwhile",
};

/* What is to be multiplied, and room on the device for what the last step needs. */
typedef struct {
    const float *a, *b;
    float *c;
    int m, n, k;
    float *a_copy, *b_copy; /* matmul_copy_bytes(m, k) and matmul_copy_bytes(k, n) */
    int multiprocessors;
} matmul_work;

static inline int matmul_stride(int columns) {
    return (columns + 3) / 4 * 4;
}

static inline size_t matmul_copy_bytes(int rows, int columns) {
    return (size_t)rows * matmul_stride(columns) * sizeof(float);
}

/* Whether the matrix must be copied for matmul_pipelined. */
static inline int matmul_uneven(const float *from, int columns) {
    return columns % 4 != 0 || (size_t)from % sizeof(float4) != 0;
}

/* The shapes of blocks that matmul_pipelined comes in, and what an element of C costs in each, the
 * multiprocessor being busy (measured on an H200). Large blocks do more with what they fetch; small
 * ones, and those that are no power of two, can be shared out more evenly. */
typedef struct {
    int height, width, rows, cols; /* of a block, and of a thread */
    double cost;
    void (*launch)(const matmul_work *w, const float *a, int lda, const float *b, int ldb,
                   cudaStream_t stream);
} matmul_shape;

static inline int matmul_blocks(const matmul_work *w, int height, int width) {
    return (w->m + height - 1) / height * ((w->n + width - 1) / width);
}

template <int HEIGHT, int WIDTH, int ROWS, int COLS, int BLOCKS>
static void matmul_launch_shape(const matmul_work *w, const float *a, int lda, const float *b,
                                int ldb, cudaStream_t stream) {
    matmul_pipelined<HEIGHT, WIDTH, ROWS, COLS, BLOCKS>
        <<<matmul_blocks(w, HEIGHT, WIDTH), HEIGHT * WIDTH / (ROWS * COLS), 0, stream>>>(
            a, lda, b, ldb, w->c, w->m, w->n, w->k);
}

static const matmul_shape matmul_shapes[] = {
    {128, 128, 8, 8, 1.00, matmul_launch_shape<128, 128, 8, 8, 2>},
    {64, 128, 8, 8, 1.05, matmul_launch_shape<64, 128, 8, 8, 3>},
    {96, 96, 4, 12, 1.16, matmul_launch_shape<96, 96, 4, 12, 2>},
    {64, 32, 8, 4, 1.46, matmul_launch_shape<64, 32, 8, 4, 6>},
};

/* The time until the multiprocessor is done that has the most blocks. Each has four schedulers with
 * a share of the warps: of 6 warps two have two, and 8 would take no longer. */
static inline double matmul_cost(const matmul_work *w, const matmul_shape *s) {
    int elements = 32 * s->rows * s->cols, warps = s->height * s->width / elements;
    int rounds =
        (matmul_blocks(w, s->height, s->width) + w->multiprocessors - 1) / w->multiprocessors;
    return (rounds * warps + 3) / 4 * (elements * s->cost);
}

static inline const matmul_shape *matmul_best_shape(const matmul_work *w) {
    const int shapes = sizeof matmul_shapes / sizeof *matmul_shapes;
    const matmul_shape *best = matmul_shapes;
    for (const matmul_shape *s = best + 1; s < matmul_shapes + shapes; s++)
        if (matmul_cost(w, s) < matmul_cost(w, best))
            best = s;
    return best;
}

/* Launches one step, and does not wait for it: w->c becomes the product. */
static inline void matmul_launch(int step, const matmul_work *w, cudaStream_t stream) {
    int m = w->m, n = w->n, k = w->k, side = step == MATMUL_REGISTERS ? SIDE : TILE;
    dim3 threads(16, 16), blocks((n + side - 1) / side, (m + side - 1) / side);
    if (step == MATMUL_GLOBAL)
        matmul_global<<<blocks, threads, 0, stream>>>(w->a, w->b, w->c, m, n, k);
    else if (step == MATMUL_TILED)
        matmul_tiled<<<blocks, threads, 0, stream>>>(w->a, w->b, w->c, m, n, k);
    else if (step == MATMUL_REGISTERS)
        matmul_registers<<<blocks, threads, 0, stream>>>(w->a, w->b, w->c, m, n, k);
    else {
        int copy_a = matmul_uneven(w->a, k), copy_b = matmul_uneven(w->b, n);
        int a_rows = copy_a ? m : 0, b_rows = copy_b ? k : 0, most = 16 * w->multiprocessors;
        int copy_blocks = a_rows + b_rows < most ? a_rows + b_rows : most;
        if (copy_blocks > 0) {
            matmul_pad<<<copy_blocks, 256, 0, stream>>>(w->a, a_rows, k, w->a_copy, w->b, b_rows, n,
                                                        w->b_copy);
            HANDLE_ERROR(cudaGetLastError());
        }
        matmul_best_shape(w)->launch(w, copy_a ? w->a_copy : w->a, matmul_stride(k),
                                     copy_b ? w->b_copy : w->b, matmul_stride(n), stream);
    }
    HANDLE_ERROR(cudaGetLastError()); // of this launch; HANDLE_LAUNCH would wait for the kernel
}

#endif
