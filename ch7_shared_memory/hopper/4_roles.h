/* 4_roles.h: one warp fetches, eight multiply; nobody waits for all.
 *
 * In step 3 all threads meet in each round, for one of them to know that a slab is free. Here one
 * thread does nothing but fetch, the others nothing but multiply, and barriers carry the messages
 * (ring.h). A warpgroup may run ahead of the other, as far as there are slabs.
 */
#ifndef HOPPER_4_ROLES_H
#define HOPPER_4_ROLES_H

#include "ring.h"

template <typename T>
__global__ void __launch_bounds__(HOPPER_THREADS, 1)
    hopper_roles(const __grid_constant__ CUtensorMap a, const __grid_constant__ CUtensorMap b,
                 float *c, int m, int n, int count) {
#ifdef HOPPER
    extern __shared__ __align__(1024) char room[];
    hopper_slab *slabs = (hopper_slab *)room;
    __shared__ hopper_ring ring;
    if (threadIdx.x == 0)
        hopper_ring_init(&ring, HOPPER_CONSUMERS);
    __syncthreads(); // nobody may wait at a barrier before it is there
    int row, col;
    product_place(m, n, HOPPER_TALL, HOPPER_WIDE, &row, &col);
    hopper_turn turn = {0, 0};
    if (threadIdx.x == HOPPER_PRODUCER) {
        for (int s = 0; s < count; s++) {
            barrier *full = &ring.full[turn.stage];
            barrier_wait(&ring.empty[turn.stage], turn.parity ^ 1); // at first it is
            barrier_expect(full, sizeof(hopper_slab));
            fetch(slabs[turn.stage].a, &a, s * hopper_deep<T>(), row, full);
            fetch(slabs[turn.stage].b, &b, s * hopper_deep<T>(), col, full);
            hopper_next(&turn);
        }
    } else if (threadIdx.x < HOPPER_PRODUCER) {
        float sums[WGMMA_SUMS];
        hopper_consume<T>(sums, slabs, &ring, &turn, count, [&](int stage) {
            if (threadIdx.x % 32 == 0)
                barrier_arrive(&ring.empty[stage]);
        });
        hopper_store(sums, c, row + threadIdx.x / 128 * 64, col, m, n);
    }
#endif
}

template <typename T>
static void hopper_launch_roles(const hopper_work<T> *w, cudaStream_t stream) {
    hopper_launch(hopper_roles<T>, hopper_blocks(w), 1, HOPPER_THREADS, HOPPER_STAGES, stream,
                  hopper_map_a(w), hopper_map_b(w, HOPPER_WIDE), w->c, w->m, w->n,
                  hopper_slabs<T>(w->k));
}

#endif
