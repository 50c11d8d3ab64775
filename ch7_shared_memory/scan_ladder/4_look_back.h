/* 4_look_back.h: one launch, in which each number is read once and written once (Merrill and
 * Garland, Single-pass Parallel Prefix Scan with Decoupled Look-back, 2016). A block tells the
 * total of its tile at once, before it knows what is before the tile. Then it looks back: it adds
 * the totals of the tiles before it, until it comes to one that knows its prefix, the sum of all up
 * to its end. With that it knows its own prefix, and tells that as well. */
#ifndef SCAN_4_LOOK_BACK_H
#define SCAN_4_LOOK_BACK_H

#include "3_registers.h"

enum { SCAN_NOTHING, SCAN_TOTAL, SCAN_PREFIX };

/* What a tile tells those behind it. All are 0 before the launch. */
typedef struct {
    unsigned flag;      /* which numbers are there */
    unsigned number[3]; /* the total is at SCAN_TOTAL, the prefix at SCAN_PREFIX */
} scan_told;

__device__ inline void scan_tell(scan_told *told, unsigned flag, unsigned number) {
    told->number[flag] = number;
    __threadfence(); // who sees the flag must find the number there
    *(volatile unsigned *)&told->flag = flag;
}

/* The sum of all before a tile. One thread calls it. */
__device__ inline unsigned scan_look_back(scan_told *told, unsigned tile, unsigned total) {
    unsigned before = 0, flag = SCAN_NOTHING;
    scan_tell(&told[tile], SCAN_TOTAL, total);
    for (unsigned t = tile; t > 0 && flag != SCAN_PREFIX; t--) {
        while ((flag = *(volatile unsigned *)&told[t - 1].flag) == SCAN_NOTHING)
            ;            // its block is running: it will tell
        __threadfence(); // the number must be read after the flag
        before += told[t - 1].number[flag];
    }
    scan_tell(&told[tile], SCAN_PREFIX, before + total);
    return before;
}

/* Which tile this block takes. Blocks may begin in any order, and must wait only for tiles that a
 * running block has: so each draws a ticket as it begins. */
__device__ inline unsigned scan_draw(unsigned *ticket) {
    __shared__ unsigned tile;
    if (threadIdx.x == 0)
        tile = atomicAdd(ticket, 1);
    __syncthreads(); // nobody may read the number before it is drawn
    return tile;
}

__global__ void scan_looking_back(const unsigned *in, unsigned *out, size_t n, unsigned *ticket,
                                  scan_told *told) {
    __shared__ unsigned before;
    unsigned tile = scan_draw(ticket);
    size_t first = (size_t)tile * SCAN_TILE;
    uint4 x[SCAN_ROUNDS];
    unsigned total = scan_tile(in + first, n - first, x);
    if (threadIdx.x == 0)
        before = scan_look_back(told, tile, total);
    __syncthreads(); // nobody may add what thread 0 has not found yet
    scan_store(out + first, n - first, x, before);
}

/* The ticket is at the beginning of the room, and what tiles tell begins 16 bytes behind. */
static inline void scan_launch_look_back(const scan_work *w, cudaStream_t stream) {
    size_t tiles = scan_divide_up(w->n, SCAN_TILE);
    HANDLE_ERROR(cudaMemsetAsync(w->told, 0, 16 + tiles * sizeof(scan_told), stream));
    scan_looking_back<<<(unsigned)tiles, SCAN_THREADS, 0, stream>>>(
        w->in, w->out, w->n, (unsigned *)w->told, (scan_told *)(w->told + 16));
}

#endif
