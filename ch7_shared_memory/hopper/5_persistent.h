/* 5_persistent.h: as many blocks as multiprocessors, each of which makes one part of C after the
 * other.
 *
 * In step 4 a block begins with empty slabs and ends with stores, and its multiprocessor multiplies
 * nothing meanwhile. Here the thread that fetches goes on to the next part of C at once: while the
 * sums of one are stored, the first slabs of the next arrive. Blocks work on neighbouring parts, so
 * that what one has fetched others find in the L2 cache.
 */
#ifndef HOPPER_5_PERSISTENT_H
#define HOPPER_5_PERSISTENT_H

#include "ring.h"

template <typename T>
__global__ void __launch_bounds__(HOPPER_THREADS, 1)
    hopper_persistent(const __grid_constant__ CUtensorMap a, const __grid_constant__ CUtensorMap b,
                      float *c, int m, int n, int count) {
#ifdef HOPPER
    extern __shared__ __align__(1024) char room[];
    hopper_slab *slabs = (hopper_slab *)room;
    __shared__ hopper_ring ring;
    if (threadIdx.x == 0)
        hopper_ring_init(&ring, HOPPER_CONSUMERS);
    __syncthreads(); // nobody may wait at a barrier before it is there
    int row, col, parts = product_parts(m, n, HOPPER_TALL, HOPPER_WIDE);
    hopper_turn turn = {0, 0};
    if (threadIdx.x == HOPPER_PRODUCER) {
        for (int part = blockIdx.x; part < parts; part += gridDim.x) {
            product_place_of(part, m, n, HOPPER_TALL, HOPPER_WIDE, &row, &col);
            for (int s = 0; s < count; s++) {
                barrier *full = &ring.full[turn.stage];
                barrier_wait(&ring.empty[turn.stage], turn.parity ^ 1); // at first it is
                barrier_expect(full, sizeof(hopper_slab));
                fetch(slabs[turn.stage].a, &a, s * hopper_deep<T>(), row, full);
                fetch(slabs[turn.stage].b, &b, s * hopper_deep<T>(), col, full);
                hopper_next(&turn);
            }
        }
    } else if (threadIdx.x < HOPPER_PRODUCER) {
        for (int part = blockIdx.x; part < parts; part += gridDim.x) {
            product_place_of(part, m, n, HOPPER_TALL, HOPPER_WIDE, &row, &col);
            float sums[WGMMA_SUMS];
            hopper_consume<T>(sums, slabs, &ring, &turn, count, [&](int stage) {
                if (threadIdx.x % 32 == 0)
                    barrier_arrive(&ring.empty[stage]);
            });
            hopper_store(sums, c, row + threadIdx.x / 128 * 64, col, m, n);
        }
    }
#endif
}

template <typename T>
static void hopper_launch_persistent(const hopper_work<T> *w, cudaStream_t stream) {
    int blocks = w->multiprocessors < hopper_blocks(w) ? w->multiprocessors : hopper_blocks(w);
    hopper_launch(hopper_persistent<T>, blocks, 1, HOPPER_THREADS, HOPPER_STAGES, stream,
                  hopper_map_a(w), hopper_map_b(w, HOPPER_WIDE), w->c, w->m, w->n,
                  hopper_slabs<T>(w->k));
}

#endif
