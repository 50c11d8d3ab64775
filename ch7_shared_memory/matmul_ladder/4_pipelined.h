/* 4_pipelined.h: four numbers a load, and nothing is fetched at the time it is needed.
 *
 * There are two tiles of A and of B. While the threads multiply one pair, the next is on its way
 * from global memory, through registers, into the other. In the same way the numbers of the next of
 * the STEP rounds are on their way from shared memory while those of this round are multiplied. So
 * hardly anybody ever waits, and there is one barrier for each pair of tiles instead of two. It
 * costs twice the shared memory, still more registers, and rows that begin at multiples of 16
 * bytes: others are copied first (pad.h). On an H200 it is twice as fast as step 3.
 *
 * shapes.h chooses the size of a block and launches the kernel.
 */
#ifndef MATMUL_4_PIPELINED_H
#define MATMUL_4_PIPELINED_H

#include "../product_work.h"

#define STEP 16 /* columns of a tile of A, rows of one of B */

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

/* A block has HEIGHT x WIDTH elements of C, a thread ROWS x COLS of them. a, b: lda and ldb numbers
 * from row to row, multiples of 4 and less than 2^24, aligned to 16 bytes. BLOCKS: so many are to
 * fit a multiprocessor at once, which limits the registers a thread may have. */
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

    int row, col;
    product_place(m, n, HEIGHT, WIDTH, &row, &col);

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

#endif
