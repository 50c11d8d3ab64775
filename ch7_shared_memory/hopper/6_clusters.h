/* 6_clusters.h: two blocks share what they fetch.
 *
 * The parts of C of a pair lie one below the other, so both need the same columns of B. Each
 * fetches half of them for both (multicast), and its own rows of A: a third less comes out of the
 * L2 cache. It costs that a slab may be filled again only when both blocks have done with it, and
 * that a block may not leave while the other still reaches for its shared memory.
 */
#ifndef HOPPER_6_CLUSTERS_H
#define HOPPER_6_CLUSTERS_H

#include "cluster.h"
#include "ring.h"

#define HOPPER_PAIR 2 /* blocks */

template <typename T>
__global__ void __launch_bounds__(HOPPER_THREADS, 1)
    hopper_clusters(const __grid_constant__ CUtensorMap a, const __grid_constant__ CUtensorMap b,
                    float *c, int m, int n, int count) {
#ifdef HOPPER
    const int BOTH = 3, SHARE = HOPPER_WIDE / HOPPER_PAIR; // rows of B's tile
    extern __shared__ __align__(1024) char room[];
    hopper_slab *slabs = (hopper_slab *)room;
    __shared__ hopper_ring ring;
    if (threadIdx.x == 0)
        hopper_ring_init(&ring, HOPPER_PAIR * HOPPER_CONSUMERS);
    cluster_sync(); // nobody may use the other's barriers before they are there
    int rank = cluster_rank(), row, col;
    int parts = product_parts(m, n, HOPPER_PAIR * HOPPER_TALL, HOPPER_WIDE);
    hopper_turn turn = {0, 0};
    if (threadIdx.x == HOPPER_PRODUCER) {
        for (int part = blockIdx.x / HOPPER_PAIR; part < parts; part += gridDim.x / HOPPER_PAIR) {
            product_place_of(part, m, n, HOPPER_PAIR * HOPPER_TALL, HOPPER_WIDE, &row, &col);
            row += rank * HOPPER_TALL;
            for (int s = 0; s < count; s++) {
                hopper_slab *slab = &slabs[turn.stage];
                barrier *full = &ring.full[turn.stage];
                barrier_wait(&ring.empty[turn.stage], turn.parity ^ 1); // in both blocks
                barrier_expect(full, sizeof(hopper_slab)); // the other's half is among them
                fetch(slab->a, &a, s * hopper_deep<T>(), row, full);
                fetch_for(BOTH, slab->b + rank * SHARE * FETCH_ROW, &b, s * hopper_deep<T>(),
                          col + rank * SHARE, full);
                hopper_next(&turn);
            }
        }
    } else if (threadIdx.x < HOPPER_PRODUCER) {
        for (int part = blockIdx.x / HOPPER_PAIR; part < parts; part += gridDim.x / HOPPER_PAIR) {
            product_place_of(part, m, n, HOPPER_PAIR * HOPPER_TALL, HOPPER_WIDE, &row, &col);
            row += rank * HOPPER_TALL + threadIdx.x / 128 * 64;
            float sums[WGMMA_SUMS];
            hopper_consume<T>(sums, slabs, &ring, &turn, count, [&](int stage) {
                if (threadIdx.x % 32 < HOPPER_PAIR) // a lane for each block
                    barrier_arrive_at(threadIdx.x % 32, &ring.empty[stage]);
            });
            hopper_store(sums, c, row, col, m, n);
        }
    }
    cluster_sync(); // nobody may leave while the other still arrives at its barriers
#endif
}

template <typename T>
static void hopper_launch_clusters(const hopper_work<T> *w, cudaStream_t stream) {
    int blocks = product_up(hopper_blocks(w), HOPPER_PAIR);
    if (blocks > w->multiprocessors)
        blocks = w->multiprocessors / HOPPER_PAIR * HOPPER_PAIR;
    hopper_launch(hopper_clusters<T>, blocks, HOPPER_PAIR, HOPPER_THREADS, HOPPER_STAGES, stream,
                  hopper_map_a(w), hopper_map_b(w, HOPPER_WIDE / HOPPER_PAIR), w->c, w->m, w->n,
                  hopper_slabs<T>(w->k));
}

#endif
