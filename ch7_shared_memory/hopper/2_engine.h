/* 2_engine.h: one thread has the copy engine bring the tiles.
 *
 * It brings them as wgmma wants them, rounds floats on the way, puts zeros past the edges, and
 * tells a barrier how many bytes have arrived. The threads neither calculate addresses nor move
 * anything; they wait. There is one slab, so the tensor cores wait as well while it is filled.
 */
#ifndef HOPPER_2_ENGINE_H
#define HOPPER_2_ENGINE_H

#include "work.h"

template <typename T>
__global__ void __launch_bounds__(256)
    hopper_engine(const __grid_constant__ CUtensorMap a, const __grid_constant__ CUtensorMap b,
                  float *c, int m, int n, int slabs) {
#ifdef HOPPER
    extern __shared__ __align__(1024) char room[];
    hopper_slab *slab = (hopper_slab *)room;
    __shared__ barrier full;
    if (threadIdx.x == 0) {
        barrier_init(&full, 1);
        barrier_publish();
    }
    __syncthreads(); // nobody may wait at the barrier before it is there
    int row, col, half = threadIdx.x / 128 * 64; // the first of its warpgroup's 64 rows
    product_place(m, n, HOPPER_TALL, HOPPER_WIDE, &row, &col);
    float sums[WGMMA_SUMS];
    for (int s = 0; s < slabs; s++) {
        if (threadIdx.x == 0) {
            barrier_expect(&full, sizeof(hopper_slab));
            fetch(slab->a, &a, s * hopper_deep<T>(), row, &full);
            fetch(slab->b, &b, s * hopper_deep<T>(), col, &full);
        }
        barrier_wait(&full, s % 2);
        wgmma_begin();
        wgmma_slab<T>(sums, slab->a + half * FETCH_ROW, slab->b, s > 0);
        wgmma_commit();
        wgmma_wait<0>();
        __syncthreads(); // nobody reads the slab any more
    }
    hopper_store(sums, c, row + half, col, m, n);
#endif
}

template <typename T>
static void hopper_launch_engine(const hopper_work<T> *w, cudaStream_t stream) {
    hopper_launch(hopper_engine<T>, hopper_blocks(w), 1, 256, 1, stream, hopper_map_a(w),
                  hopper_map_b(w, HOPPER_WIDE), w->c, w->m, w->n, hopper_slabs<T>(w->k));
}

#endif
