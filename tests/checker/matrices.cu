// Products by the threads of a warp together (mma.h).
#include "mistakes.h"
#include <mma.h>

using namespace nvcuda;

typedef wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32, wmma::row_major> factor_a;
typedef wmma::fragment<wmma::matrix_b, 16, 16, 8, wmma::precision::tf32, wmma::col_major> factor_b;
typedef wmma::fragment<wmma::accumulator, 16, 16, 8, float> sums;

// Threads of a warp read what others of it have stored, and nothing lies between.
// stored says: race on shared memory in kernel stored_kernel
template <bool CORRECT> __global__ void stored_kernel(float *out) {
    __shared__ __align__(32) float part[256];
    sums c;
    wmma::fill_fragment(c, 1.0f);
    wmma::store_matrix_sync(part, c, 16, wmma::mem_row_major); // here: stored
    if (CORRECT)
        __syncwarp();
    out[threadIdx.x] = part[8 * threadIdx.x + 7]; // here: stored
}
template <bool CORRECT> void stored() {
    float *out = zeros<float>(32);
    stored_kernel<CORRECT><<<1, 32>>>(out);
    finish(out);
}

// A tile is loaded before the other warp has filled it.
// tile says: race on shared memory in kernel tile_kernel
template <bool CORRECT> __global__ void tile_kernel(float *out) {
    __shared__ __align__(32) float part[16 * 8];
    part[threadIdx.x] = part[threadIdx.x + 64] = 1; // here: tile
    if (CORRECT)
        __syncthreads();
    factor_a a;
    factor_b b;
    sums c;
    wmma::load_matrix_sync(a, part, 8); // here: tile
    wmma::fill_fragment(b, 1.0f);
    wmma::fill_fragment(c, 0.0f);
    wmma::mma_sync(c, a, b, c);
    if (threadIdx.x < 32)
        wmma::store_matrix_sync(out, c, 16, wmma::mem_row_major);
}
template <bool CORRECT> void tile() {
    float *out = zeros<float>(256);
    tile_kernel<CORRECT><<<1, 64>>>(out);
    finish(out);
}

// A whole tile is stored where the matrix has only 15 rows.
// rows says: out of bounds
template <bool CORRECT> __global__ void rows_kernel(float *out) {
    factor_a a;
    factor_b b;
    sums c;
    wmma::load_matrix_sync(a, out, 16);
    wmma::load_matrix_sync(b, out, 8);
    wmma::load_matrix_sync(c, out, 8, wmma::mem_row_major);
    wmma::mma_sync(c, a, b, c);
    __syncwarp();
    wmma::store_matrix_sync(out, c, 16, wmma::mem_row_major); // here: rows
}
template <bool CORRECT> void rows() {
    float *out = zeros<float>(CORRECT ? 256 : 248);
    rows_kernel<CORRECT><<<1, 32>>>(out);
    finish(out);
}

// Half of the warp is not there.
// half_warp says: deadlock: no thread of block .0,0,0. of kernel half_warp_kernel can go on
template <bool CORRECT> __global__ void half_warp_kernel(float *out) {
    factor_a a;
    factor_b b;
    sums c;
    wmma::fill_fragment(a, 1.0f);
    wmma::fill_fragment(b, 1.0f);
    wmma::fill_fragment(c, 0.0f);
    if (CORRECT || threadIdx.x < 16)
        wmma::mma_sync(c, a, b, c); // here: half_warp
    __syncthreads();                // here: half_warp
    if (threadIdx.x < 32)
        wmma::store_matrix_sync(out, c, 16, wmma::mem_row_major);
}
template <bool CORRECT> void half_warp() {
    float *out = zeros<float>(256);
    half_warp_kernel<CORRECT><<<1, 32>>>(out);
    finish_or_not(out);
}

MISTAKES(CASE(stored), CASE(tile), CASE(rows), CASE(half_warp))
