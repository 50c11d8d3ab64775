/* 5_clusters.h: two blocks share what they fetch.
 *
 * The parts of C of a pair lie one below the other, so both need the same columns of B. Each
 * fetches half of them for both (multicast), and its own rows of A: a third less comes out of the
 * L2 cache, which is busy four fifths of the time in step 4. It costs that a slab may be filled
 * again only when both blocks have done with it, and that a block may not leave while the other
 * still reaches for its shared memory.
 */
#ifndef HOPPER_5_CLUSTERS_H
#define HOPPER_5_CLUSTERS_H

#include "pair.h"

template <typename T>
__global__ void __launch_bounds__(HOPPER_THREADS, 1)
    hopper_clusters(const __grid_constant__ CUtensorMap a, const __grid_constant__ CUtensorMap b,
                    float *c, int m, int n, int count) {
#ifdef HOPPER
    extern __shared__ __align__(1024) char room[];
    hopper_slab *slabs = (hopper_slab *)room;
    __shared__ hopper_ring ring;
    if (threadIdx.x == 0)
        hopper_ring_init(&ring, HOPPER_PAIR * HOPPER_CONSUMERS);
    cluster_sync(); // nobody may use the other's barriers before they are there
    int row, col;
    hopper_place_pair(blockIdx.x / HOPPER_PAIR, m, n, &row, &col);
    hopper_turn turn = {0, 0};
    if (threadIdx.x == HOPPER_PRODUCER)
        hopper_produce_pair<T>(slabs, &ring, &turn, &a, &b, row, col, count);
    else if (threadIdx.x < HOPPER_PRODUCER) {
        float sums[WGMMA_SUMS];
        hopper_consume_pair<T>(sums, slabs, &ring, &turn, count);
        hopper_store(sums, c, row + threadIdx.x / 128 * 64, col, m, n);
    }
    cluster_sync(); // nobody may leave while the other still arrives at its barriers
#endif
}

template <typename T>
static void hopper_launch_clusters(const hopper_work<T> *w, cudaStream_t stream) {
    hopper_launch(hopper_clusters<T>, HOPPER_PAIR * hopper_pairs(w->m, w->n), HOPPER_PAIR,
                  HOPPER_THREADS, HOPPER_STAGES, stream, hopper_map_a(w),
                  hopper_map_b(w, HOPPER_WIDE / HOPPER_PAIR), w->c, w->m, w->n,
                  hopper_slabs<T>(w->k));
}

#endif
