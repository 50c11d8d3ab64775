/* ring.h: slabs that one side fills and the other empties, in turn, for rungs 4 to 6.
 *
 *   producer:  wait until the slab is empty, have it filled       which says "full"
 *   consumers: wait until it is full, multiply                    and say "empty"
 *
 * For each slab there is a barrier for either message. Both sides go around the ring by themselves,
 * and neither waits for the other but for these.
 */
#ifndef HOPPER_RING_H
#define HOPPER_RING_H

#include "work.h"

#define HOPPER_CONSUMERS 8                      /* warps, two warpgroups */
#define HOPPER_PRODUCER (32 * HOPPER_CONSUMERS) /* the first thread of the warp behind them */
#define HOPPER_THREADS (HOPPER_PRODUCER + 32)

struct hopper_ring {
    barrier full[HOPPER_STAGES], empty[HOPPER_STAGES];
};

/* Whose turn it is, and which round of the ring: its parity is what barriers are waited for by. */
struct hopper_turn {
    int stage;
    unsigned parity;
};

#ifdef HOPPER
__device__ inline void hopper_next(hopper_turn *turn) {
    if (++turn->stage == HOPPER_STAGES) {
        turn->stage = 0;
        turn->parity ^= 1;
    }
}

/* By one thread. consumers: so many warps say that a slab is empty. */
__device__ inline void hopper_ring_init(hopper_ring *ring, int consumers) {
    for (int stage = 0; stage < HOPPER_STAGES; stage++) {
        barrier_init(&ring->full[stage], 1);
        barrier_init(&ring->empty[stage], consumers);
    }
    barrier_publish();
}

/* A warpgroup multiplies its rows of the next `slabs` slabs. A warp knows of a product only that
 * its own part is done; release(stage) says so, by lanes of it. */
template <typename T, typename Release>
__device__ inline void hopper_consume(float (&sums)[WGMMA_SUMS], const hopper_slab *slabs,
                                      hopper_ring *ring, hopper_turn *turn, int count,
                                      Release release) {
    int rows = threadIdx.x / 128 * 64; // the first of this warpgroup's
    int before = 0;
    for (int s = 0; s < count; s++) {
        barrier_wait(&ring->full[turn->stage], turn->parity);
        wgmma_begin();
        wgmma_slab<T>(sums, slabs[turn->stage].a + rows * FETCH_ROW, slabs[turn->stage].b, s > 0);
        wgmma_commit();
        wgmma_wait<1>(); // the product before this one is done
        if (s > 0)
            release(before);
        before = turn->stage;
        hopper_next(turn);
    }
    wgmma_wait<0>();
    release(before);
}
#endif

#endif
