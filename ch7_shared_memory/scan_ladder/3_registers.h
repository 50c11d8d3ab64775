/* 3_registers.h: a thread scans four neighbours in registers, a warp its threads' sums by shuffles,
 * and of shared memory only the sums of warps are left, with one barrier. A block has 4096
 * elements: so there are fewer totals, and each thread has four loads of 16 bytes under way. */
#ifndef SCAN_3_REGISTERS_H
#define SCAN_3_REGISTERS_H

#include "levels.h"

#define SCAN_WARPS (SCAN_THREADS / 32)
#define SCAN_ROUNDS 4                           /* a thread has 4 neighbours in each */
#define SCAN_WARP_TILE (SCAN_ROUNDS * 32 * 4)   /* elements of a warp, one after the other */
#define SCAN_TILE (SCAN_WARPS * SCAN_WARP_TILE) /* of a block */

/* Where this thread's four elements of a round begin, in the tile. */
__device__ inline int scan_place(int round) {
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    return warp * SCAN_WARP_TILE + (round * 32 + lane) * 4;
}

/* The sum of x of the lanes up to this one. */
__device__ inline unsigned scan_warp(unsigned x) {
    for (unsigned distance = 1; distance < 32; distance *= 2) {
        unsigned left = __shfl_up_sync(0xffffffff, x, distance);
        if (threadIdx.x % 32 >= distance)
            x += left;
    }
    return x;
}

/* Loads the tile that begins at `in` and has n elements left, and scans it. Returns its total. */
__device__ inline unsigned scan_tile(const unsigned *in, size_t n, uint4 (&x)[SCAN_ROUNDS]) {
    __shared__ __align__(16) unsigned sums[SCAN_WARPS]; // read four at a time
    for (int round = 0; round < SCAN_ROUNDS; round++) { // all loads, before the first is used
        size_t i = scan_place(round);
        if (i + 4 <= n)
            x[round] = *(const uint4 *)&in[i];
        else
            x[round] = make_uint4(i < n ? in[i] : 0, i + 1 < n ? in[i + 1] : 0,
                                  i + 2 < n ? in[i + 2] : 0, 0);
    }
    unsigned warp_sum = 0;
    for (int round = 0; round < SCAN_ROUNDS; round++) {
        uint4 &four = x[round];
        four.y += four.x;
        four.z += four.y;
        four.w += four.z;
        unsigned scanned = scan_warp(four.w), before = warp_sum + scanned - four.w;
        four = make_uint4(before + four.x, before + four.y, before + four.z, before + four.w);
        warp_sum += __shfl_sync(0xffffffff, scanned, 31);
    }
    if (threadIdx.x % 32 == 0)
        sums[threadIdx.x / 32] = warp_sum;
    __syncthreads(); // nobody may read another warp's sum before it is there
    unsigned before = 0, total = 0;
    for (int warp = 0; warp < SCAN_WARPS; warp++) {
        if (warp < (int)threadIdx.x / 32)
            before += sums[warp];
        total += sums[warp];
    }
    for (int round = 0; round < SCAN_ROUNDS; round++) {
        uint4 &four = x[round];
        four = make_uint4(before + four.x, before + four.y, before + four.z, before + four.w);
    }
    return total;
}

/* Stores a scanned tile, and adds to each element what is before the tile. */
__device__ inline void scan_store(unsigned *out, size_t n, const uint4 (&x)[SCAN_ROUNDS],
                                  unsigned before) {
    for (int round = 0; round < SCAN_ROUNDS; round++) {
        size_t i = scan_place(round);
        uint4 four = make_uint4(before + x[round].x, before + x[round].y, before + x[round].z,
                                before + x[round].w);
        if (i + 4 <= n)
            *(uint4 *)&out[i] = four;
        else {
            if (i < n)
                out[i] = four.x;
            if (i + 1 < n)
                out[i + 1] = four.y;
            if (i + 2 < n)
                out[i + 2] = four.z;
        }
    }
}

__global__ void scan_registers(const unsigned *in, unsigned *out, size_t n, unsigned *totals) {
    size_t first = (size_t)blockIdx.x * SCAN_TILE;
    uint4 x[SCAN_ROUNDS];
    unsigned total = scan_tile(in + first, n - first, x);
    scan_store(out + first, n - first, x, 0);
    if (threadIdx.x == 0 && totals != NULL)
        totals[blockIdx.x] = total;
}

static inline void scan_launch_registers(const scan_work *w, cudaStream_t stream) {
    scan_levels(scan_registers, SCAN_TILE, w->in, w->out, w->n, w->totals, stream);
}

#endif
