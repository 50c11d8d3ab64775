// Groups of threads: who waits for whom, and for whom not.
#include "mistakes.h"

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

// Blocks read what others write, and the grid does not wait in between.
// grid says: race on global memory in kernel grid_kernel
template <bool CORRECT> __global__ void grid_kernel(int *data, int *sums) {
    __shared__ int mine; // each block has its own, also while others run
    if (threadIdx.x == 0)
        mine = static_cast<int>(blockIdx.x);
    __syncthreads();
    const cg::grid_group grid = cg::this_grid();
    data[grid.thread_rank()] = mine; // here: grid
    if (CORRECT)
        grid.sync();
    sums[grid.thread_rank()] =
        mine + data[grid.num_threads() - 1 - grid.thread_rank()]; // here: grid
}
template <bool CORRECT> void grid() {
    int *data = zeros<int>(4 * 64), *sums = zeros<int>(4 * 64);
    void *arguments[] = {&data, &sums};
    must(cudaLaunchCooperativeKernel(grid_kernel<CORRECT>, 4, 64, arguments));
    finish(sums);
    must(cudaFree(data));
}

// A grid barrier by hand: without fences nothing that the blocks have written is passed on.
// by_hand says: race on global memory in kernel by_hand_kernel
template <bool CORRECT> __global__ void by_hand_kernel(int *data, int *sums, int *arrived) {
    if (threadIdx.x == 0) {
        data[blockIdx.x] = 1; // here: by_hand
        if (CORRECT)
            __threadfence();
        atomicAdd(arrived, 1);
        while (atomicAdd(arrived, 0) < static_cast<int>(gridDim.x)) {
        }
        if (CORRECT)
            __threadfence();
        sums[blockIdx.x] = data[gridDim.x - 1 - blockIdx.x]; // here: by_hand
    }
    __syncthreads();
}
template <bool CORRECT> void by_hand() {
    int *data = zeros<int>(4), *sums = zeros<int>(4), *arrived = zeros<int>(1);
    by_hand_kernel<CORRECT><<<4, 32>>>(data, sums, arrived);
    finish(sums);
    must(cudaFree(data));
    must(cudaFree(arrived));
}

// A tile of 64 threads waits for itself, and not for the next one.
// tile says: race on shared memory in kernel tile_kernel
template <bool CORRECT> __global__ void tile_kernel(int *out) {
    __shared__ int values[128];
    const auto tile = cg::tiled_partition<64>(cg::this_thread_block());
    values[threadIdx.x] = static_cast<int>(threadIdx.x); // here: tile
    tile.sync();
    const unsigned other = CORRECT ? threadIdx.x ^ 63 : threadIdx.x ^ 64;
    out[threadIdx.x] = values[other]; // here: tile
}
template <bool CORRECT> void tile() {
    int *out = zeros<int>(128);
    tile_kernel<CORRECT><<<1, 128>>>(out);
    finish(out);
}

// A tile of eight threads, in a warp.
// small_tile says: race on shared memory in kernel small_tile_kernel
template <bool CORRECT> __global__ void small_tile_kernel(int *out) {
    __shared__ int values[32];
    const auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    values[threadIdx.x] = static_cast<int>(threadIdx.x); // here: small_tile
    tile.sync();
    const unsigned other = CORRECT ? threadIdx.x ^ 7 : threadIdx.x ^ 8;
    out[threadIdx.x] = values[other]; // here: small_tile
}
template <bool CORRECT> void small_tile() {
    int *out = zeros<int>(32);
    small_tile_kernel<CORRECT><<<1, 32>>>(out);
    finish(out);
}

// The block's own barrier, by its group.
// block_sync says: race on shared memory in kernel block_sync_kernel
template <bool CORRECT> __global__ void block_sync_kernel(int *out) {
    __shared__ int values[64];
    const cg::thread_block block = cg::this_thread_block();
    values[threadIdx.x] = static_cast<int>(threadIdx.x); // here: block_sync
    if (CORRECT)
        block.sync();
    out[threadIdx.x] = values[63 - threadIdx.x]; // here: block_sync
}
template <bool CORRECT> void block_sync() {
    int *out = zeros<int>(64);
    block_sync_kernel<CORRECT><<<1, 64>>>(out);
    finish(out);
}

MISTAKES(CASE(grid), CASE(by_hand), CASE(tile), CASE(small_tile), CASE(block_sync))
