/* 5_warp.h: a whole warp looks back, at 32 tiles at a time. And flag and number are one word of 64
 * bits, which is read and written at once: who sees the flag has the number, without any fence. */
#ifndef SCAN_5_WARP_H
#define SCAN_5_WARP_H

#include "4_look_back.h"
#include <cuda/atomic>

typedef unsigned long long scan_word; /* the flag in the upper half, the number in the lower */
typedef cuda::atomic_ref<scan_word, cuda::thread_scope_device> scan_word_ref;

__device__ inline void scan_tell(scan_word *word, unsigned flag, unsigned number) {
    scan_word_ref(*word).store((scan_word)flag << 32 | number, cuda::memory_order_relaxed);
}

/* The sum of all before a tile. A whole warp calls it, and lane 0 has the result. */
__device__ inline unsigned scan_warp_looks_back(scan_word *words, unsigned tile, unsigned total) {
    unsigned lane = threadIdx.x % 32, before = 0, prefixes = 0;
    if (lane == 0)
        scan_tell(&words[tile], SCAN_TOTAL, total);
    for (long long last = (long long)tile - 1; prefixes == 0; last -= 32) {
        long long t = last - lane;                     // lane 0 looks at the nearest
        scan_word word = (scan_word)SCAN_PREFIX << 32; // before the first tile there is nothing
        do {
            if (t >= 0)
                word = scan_word_ref(words[t]).load(cuda::memory_order_relaxed);
        } while (__any_sync(0xffffffff, word >> 32 == SCAN_NOTHING));
        prefixes = __ballot_sync(0xffffffff, word >> 32 == SCAN_PREFIX);
        // The nearest prefix has in it what is behind. Lanes up to there add up.
        unsigned number = prefixes != 0 && lane >= (unsigned)__ffs(prefixes) ? 0 : (unsigned)word;
        for (int distance = 16; distance != 0; distance /= 2)
            number += __shfl_down_sync(0xffffffff, number, distance);
        before += number;
    }
    if (lane == 0)
        scan_tell(&words[tile], SCAN_PREFIX, before + total);
    return before;
}

__global__ void scan_warps_look_back(const unsigned *in, unsigned *out, size_t n, unsigned *ticket,
                                     scan_word *words) {
    __shared__ unsigned before;
    unsigned tile = scan_draw(ticket);
    size_t first = (size_t)tile * SCAN_TILE;
    uint4 x[SCAN_ROUNDS];
    unsigned total = scan_tile(in + first, n - first, x);
    if (threadIdx.x < 32) {
        unsigned found = scan_warp_looks_back(words, tile, total);
        if (threadIdx.x == 0)
            before = found;
    }
    __syncthreads(); // nobody may add what the first warp has not found yet
    scan_store(out + first, n - first, x, before);
}

static inline void scan_launch_warp(const scan_work *w, cudaStream_t stream) {
    size_t tiles = scan_divide_up(w->n, SCAN_TILE);
    HANDLE_ERROR(cudaMemsetAsync(w->told, 0, 16 + tiles * sizeof(scan_word), stream));
    scan_warps_look_back<<<(unsigned)tiles, SCAN_THREADS, 0, stream>>>(
        w->in, w->out, w->n, (unsigned *)w->told, (scan_word *)(w->told + 16));
}

#endif
