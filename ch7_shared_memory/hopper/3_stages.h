/* 3_stages.h: four slabs, of which three are on their way while one is multiplied.
 *
 * Each has a barrier of its own. A round begins the next product before it waits for the one
 * before: so the tensor cores always have one to go on with. Then the slab of that one is free, and
 * the first thread has it filled again, for the round four later.
 */
#ifndef HOPPER_3_STAGES_H
#define HOPPER_3_STAGES_H

#include "work.h"

template <typename T>
__global__ void __launch_bounds__(256)
    hopper_stages(const __grid_constant__ CUtensorMap a, const __grid_constant__ CUtensorMap b,
                  float *c, int m, int n, int slabs) {
#ifdef HOPPER
    extern __shared__ __align__(1024) char room[];
    hopper_slab *ring = (hopper_slab *)room;
    __shared__ barrier full[HOPPER_STAGES];
    int row, col, half = threadIdx.x / 128 * 64; // the first of its warpgroup's 64 rows
    product_place(m, n, HOPPER_TALL, HOPPER_WIDE, &row, &col);
    auto fill = [&](int s) { // begins to; by one thread
        int stage = s % HOPPER_STAGES;
        if (s < slabs) {
            barrier_expect(&full[stage], sizeof(hopper_slab));
            fetch(ring[stage].a, &a, s * hopper_deep<T>(), row, &full[stage]);
            fetch(ring[stage].b, &b, s * hopper_deep<T>(), col, &full[stage]);
        }
    };
    if (threadIdx.x == 0) {
        for (int stage = 0; stage < HOPPER_STAGES; stage++)
            barrier_init(&full[stage], 1);
        barrier_publish();
        for (int s = 0; s < HOPPER_STAGES - 1; s++)
            fill(s);
    }
    __syncthreads(); // nobody may wait at a barrier before it is there
    float sums[WGMMA_SUMS];
    for (int s = 0; s < slabs; s++) {
        int stage = s % HOPPER_STAGES;
        barrier_wait(&full[stage], s / HOPPER_STAGES % 2);
        wgmma_begin();
        wgmma_slab<T>(sums, ring[stage].a + half * FETCH_ROW, ring[stage].b, s > 0);
        wgmma_commit();
        wgmma_wait<1>(); // the product before this one is done,
        __syncthreads(); // in both warpgroups: its slab is free
        if (threadIdx.x == 0)
            fill(s + HOPPER_STAGES - 1);
    }
    wgmma_wait<0>();
    hopper_store(sums, c, row + half, col, m, n);
#endif
}

template <typename T>
static void hopper_launch_stages(const hopper_work<T> *w, cudaStream_t stream) {
    hopper_launch(hopper_stages<T>, hopper_blocks(w), 1, 256, HOPPER_STAGES, stream,
                  hopper_map_a(w), hopper_map_b(w, HOPPER_WIDE), w->c, w->m, w->n,
                  hopper_slabs<T>(w->k));
}

#endif
