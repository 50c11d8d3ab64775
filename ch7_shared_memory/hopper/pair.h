/* pair.h: what the two blocks of a cluster do for a part of C, for rungs 5 and 6.
 *
 * A part is 256 x 256 elements. Block 0 of the pair has the upper half, block 1 the lower one.
 */
#ifndef HOPPER_PAIR_H
#define HOPPER_PAIR_H

#include "cluster.h"
#include "ring.h"

#define HOPPER_PAIR 2 /* blocks */

/* How many parts C has. */
static __host__ __device__ inline int hopper_pairs(int m, int n) {
    return product_parts(m, n, HOPPER_PAIR * HOPPER_TALL, HOPPER_WIDE);
}

#ifdef HOPPER
/* Where this block's half of the part begins. */
__device__ inline void hopper_place_pair(int part, int m, int n, int *row, int *col) {
    product_place_of(part, m, n, HOPPER_PAIR * HOPPER_TALL, HOPPER_WIDE, row, col);
    *row += cluster_rank() * HOPPER_TALL;
}

/* Fetches the next `count` slabs: this block's rows of A, and its half of B's tile for both. */
template <typename T>
__device__ inline void hopper_produce_pair(hopper_slab *slabs, hopper_ring *ring, hopper_turn *turn,
                                           const CUtensorMap *a, const CUtensorMap *b, int row,
                                           int col, int count) {
    const int BOTH = 3; // a bit for each block
    int share = cluster_rank() * HOPPER_WIDE / HOPPER_PAIR;
    for (int s = 0; s < count; s++) {
        hopper_slab *slab = &slabs[turn->stage];
        barrier *full = &ring->full[turn->stage];
        barrier_wait(&ring->empty[turn->stage], turn->parity ^ 1); // in both blocks
        barrier_expect(full, sizeof(hopper_slab)); // what the other one fetches is among it
        fetch(slab->a, a, s * hopper_deep<T>(), row, full);
        fetch_for(BOTH, slab->b + share * FETCH_ROW, b, s * hopper_deep<T>(), col + share, full);
        hopper_next(turn);
    }
}

/* Multiplies them. */
template <typename T>
__device__ inline void hopper_consume_pair(float (&sums)[WGMMA_SUMS], const hopper_slab *slabs,
                                           hopper_ring *ring, hopper_turn *turn, int count) {
    hopper_consume<T>(sums, slabs, ring, turn, count, [&](int stage) {
        if (threadIdx.x % 32 < HOPPER_PAIR) // a lane for each block
            barrier_arrive_at(threadIdx.x % 32, &ring->empty[stage]);
    });
}
#endif

#endif
