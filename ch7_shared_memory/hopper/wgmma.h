/* wgmma.h: products of 64 x k by k x 256 numbers, from shared memory (PTX: wgmma).
 *
 *   float sums[WGMMA_SUMS];                        of 64 x 256 numbers this thread's
 *   wgmma_begin();                                 the sums are in their registers
 *   wgmma_slab<T>(sums, a, b, add);                64 rows of a x 256 rows of b, 128 bytes each,
 *                                                  added to the sums, or in place of them
 *   wgmma_commit();                                what has begun since the last one is a batch
 *   wgmma_wait<n>();                               until all batches but the last n are done
 *
 * Four warps, a "warpgroup", call all of this together, the first of which has a number that is a
 * multiple of 4. An instruction multiplies 32 bytes of each row: 8 floats, as TF32, 16 of bfloat16
 * or 32 of FP8. It takes both factors from tiles in shared memory, as fetch.h describes them, and
 * works on while the threads go on: until they have waited, they must not touch the sums, and
 * nobody may change the tiles.
 *
 * Of the 64 x 256 sums warp w of the four has rows 16 w to 16 w + 15. Thread t of the warp has in
 * rows t / 4 and t / 4 + 8 of these the columns 8 j + t % 4 * 2 and the next one: sums[4 j] and
 * sums[4 j + 1] in the upper row, sums[4 j + 2] and sums[4 j + 3] in the lower.
 */
#ifndef HOPPER_WGMMA_H
#define HOPPER_WGMMA_H

#include "wgmma_multiply.h"

#ifdef HOPPER
__device__ inline void wgmma_begin() {
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
}

__device__ inline void wgmma_commit() {
    asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
}

template <int BATCHES> __device__ inline void wgmma_wait() {
    asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(BATCHES) : "memory");
}

/* Where a tile is and how it lies there, as the instruction wants it, in units of 16 bytes: from
 * bit 0 on its address, from bit 32 the distance of its groups of 8 rows; bit 62 says that the
 * parts of its rows are mixed up as fetch.h says. (From bit 16 on there is a distance that means
 * nothing in such tiles.) */
__device__ inline unsigned long long wgmma_tile(const void *tile) {
    const unsigned long long group = 8 * FETCH_ROW / 16;
    return (shared_address(tile) & 0x3ffff) >> 4 | 1ULL << 16 | group << 32 | 1ULL << 62;
}

/* All of the tiles' 128 bytes: four instructions, each 32 bytes on. */
template <typename T>
__device__ inline void wgmma_slab(float (&sums)[WGMMA_SUMS], const void *a, const void *b,
                                  int add) {
    unsigned long long from_a = wgmma_tile(a), from_b = wgmma_tile(b);
#pragma unroll
    for (int part = 0; part < FETCH_ROW / 16; part += 2)
        wgmma_multiply<T>(sums, from_a + part, from_b + part, add || part > 0);
}
#endif

#endif
