/* 6_persistent.h: as many blocks as multiprocessors, which make one part of C after the other.
 *
 * In step 5 a block begins with empty slabs and ends with stores, and its multiprocessor multiplies
 * nothing meanwhile. Here the thread that fetches goes on to the next part of C at once: while the
 * sums of one are stored, the first slabs of the next arrive. And a warpgroup may store while the
 * other multiplies.
 */
#ifndef HOPPER_6_PERSISTENT_H
#define HOPPER_6_PERSISTENT_H

#include "pair.h"

template <typename T>
__global__ void __launch_bounds__(HOPPER_THREADS, 1)
    hopper_persistent(const __grid_constant__ CUtensorMap a, const __grid_constant__ CUtensorMap b,
                      float *c, int m, int n, int count) {
#ifdef HOPPER
    extern __shared__ __align__(1024) char room[];
    hopper_slab *slabs = (hopper_slab *)room;
    __shared__ hopper_ring ring;
    if (threadIdx.x == 0)
        hopper_ring_init(&ring, HOPPER_PAIR * HOPPER_CONSUMERS);
    cluster_sync(); // nobody may use the other's barriers before they are there
    int row, col, first = blockIdx.x / HOPPER_PAIR, pairs = gridDim.x / HOPPER_PAIR;
    hopper_turn turn = {0, 0};
    if (threadIdx.x == HOPPER_PRODUCER)
        for (int part = first; part < hopper_pairs(m, n); part += pairs) {
            hopper_place_pair(part, m, n, &row, &col);
            hopper_produce_pair<T>(slabs, &ring, &turn, &a, &b, row, col, count);
        }
    else if (threadIdx.x < HOPPER_PRODUCER)
        for (int part = first; part < hopper_pairs(m, n); part += pairs) {
            hopper_place_pair(part, m, n, &row, &col);
            float sums[WGMMA_SUMS];
            hopper_consume_pair<T>(sums, slabs, &ring, &turn, count);
            hopper_store(sums, c, row + threadIdx.x / 128 * 64, col, m, n);
        }
    cluster_sync(); // nobody may leave while the other still arrives at its barriers
#endif
}

template <typename T>
static void hopper_launch_persistent(const hopper_work<T> *w, cudaStream_t stream) {
    int pairs = hopper_pairs(w->m, w->n);
    int most = (w->multiprocessors + 1) / HOPPER_PAIR; // chips have them in twos, an emulator one
    hopper_launch(hopper_persistent<T>, HOPPER_PAIR * (pairs < most ? pairs : most), HOPPER_PAIR,
                  HOPPER_THREADS, HOPPER_STAGES, stream, hopper_map_a(w),
                  hopper_map_b(w, HOPPER_WIDE / HOPPER_PAIR), w->c, w->m, w->n,
                  hopper_slabs<T>(w->k));
}

#endif
