/* rows.h: products of float matrices that are both row after row.
 *
 * For floats wgmma wants both factors with their k numbers in a row, and in such a B they lie below
 * one another. Only what comes from shared memory has to lie so: the first factor may come from
 * registers. So this makes the columns of C, the rows of C' = B' A': B is the first factor, whose
 * numbers threads load by themselves, and A the second. Otherwise this is step 4. Threads that hold
 * a factor besides the sums need more registers than 288 threads can have each: those that only
 * fetch give theirs away.
 */
#ifndef HOPPER_ROWS_H
#define HOPPER_ROWS_H

#include "../tensor_ladder/pad.h"
#include "ring.h"
#include "wgmma_held.h"

/* A block makes 256 rows and 128 columns of C. A fetch brings 32 columns of a slab of B. */
#define ROWS_TALL 256
#define ROWS_WIDE 128
#define ROWS_DEEP (FETCH_ROW / 4)
#define ROWS_THREADS (HOPPER_PRODUCER + 128) /* registers change hands between warpgroups */

struct rows_slab {
    char a[ROWS_TALL * FETCH_ROW], b[ROWS_WIDE / 32][ROWS_DEEP * FETCH_ROW];
};

__global__ void __launch_bounds__(ROWS_THREADS, 1)
    hopper_rows(const __grid_constant__ CUtensorMap a, const __grid_constant__ CUtensorMap b,
                float *c, int m, int n, int count) {
#ifdef HOPPER
    extern __shared__ __align__(1024) char room[];
    rows_slab *slabs = (rows_slab *)room;
    __shared__ hopper_ring ring;
    if (threadIdx.x == 0)
        hopper_ring_init(&ring, HOPPER_CONSUMERS);
    __syncthreads(); // nobody may wait at a barrier before it is there
    int row, col, warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    product_place(m, n, ROWS_TALL, ROWS_WIDE, &row, &col);
    hopper_turn turn = {0, 0};
    if (threadIdx.x >= HOPPER_PRODUCER) {
        asm volatile("setmaxnreg.dec.sync.aligned.u32 40;");
        for (int s = 0; s < count && threadIdx.x == HOPPER_PRODUCER; s++) {
            rows_slab *slab = &slabs[turn.stage];
            barrier *full = &ring.full[turn.stage];
            barrier_wait(&ring.empty[turn.stage], turn.parity ^ 1); // at first it is
            barrier_expect(full, sizeof(rows_slab));
            fetch(slab->a, &a, s * ROWS_DEEP, row, full);
            for (int i = 0; i < ROWS_WIDE / 32; i++)
                fetch(slab->b[i], &b, col + 32 * i, s * ROWS_DEEP, full);
            hopper_next(&turn);
        }
        return;
    }
    asm volatile("setmaxnreg.inc.sync.aligned.u32 232;");
    // Where in 8 rows of B's slab this thread's numbers are: row k, column q, as fetch.h mixes
    // them.
    int at[4], before = 0;
    for (int e = 0; e < 4; e++) {
        int k = lane % 4 + e / 2 * 4, q = warp % 2 * 16 + lane / 4 + e % 2 * 8;
        at[e] = k * FETCH_ROW + (q / 4 ^ k) * 16 + q % 4 * 4;
    }
    float sums[WGMMA_SUMS];
    unsigned held[2][2][4]; // two products multiply while the numbers of two more are loaded
    for (int s = 0; s < count; s++) {
        barrier_wait(&ring.full[turn.stage], turn.parity);
        const char *mine = slabs[turn.stage].b[warp / 2];
        unsigned long long from_a = wgmma_tile(slabs[turn.stage].a);
#pragma unroll
        for (int half = 0; half < 2; half++) {
#pragma unroll
            for (int i = 0; i < 8; i++)
                held[half][i / 4][i % 4] =
                    *(unsigned *)(mine + (half * 2 + i / 4) * 8 * FETCH_ROW + at[i % 4]);
            wgmma_begin();
#pragma unroll
            for (int i = 0; i < 2; i++)
                wgmma_multiply_held(sums, held[half][i], from_a + (half * 2 + i) * 2,
                                    s > 0 || half > 0 || i > 0);
            wgmma_commit();
            wgmma_wait<1>(); // the two before these are done,
            if (half == 0 && s > 0 && lane == 0)
                barrier_arrive(&ring.empty[before]); // and with them the slab before
        }
        before = turn.stage;
        hopper_next(&turn);
    }
    wgmma_wait<0>();
#pragma unroll
    for (int i = 0; i < WGMMA_SUMS; i++) {
        int r = row + i / 4 * 8 + lane % 4 * 2 + i % 2,
            q = col + warp * 16 + lane / 4 + i / 2 % 2 * 8;
        if (r < m && q < n)
            c[(size_t)r * n + q] = sums[i];
    }
#endif
}

static inline void hopper_launch_rows(const product_work<float> *w, cudaStream_t stream) {
    int lda, ldb;
    const float *a = tensor_padded(w->a, w->m, w->k, 1, 4, w->a_copy, &lda, stream);
    const float *b = tensor_padded(w->b, w->k, w->n, 1, 4, w->b_copy, &ldb, stream);
    int room = HOPPER_STAGES * (int)sizeof(rows_slab);
    HANDLE_ERROR(
        cudaFuncSetAttribute(hopper_rows, cudaFuncAttributeMaxDynamicSharedMemorySize, room));
    hopper_rows<<<product_blocks(w, ROWS_TALL, ROWS_WIDE), ROWS_THREADS, room, stream>>>(
        fetch_map(a, w->m, lda, ROWS_TALL), fetch_map(b, w->k, ldb, ROWS_DEEP), w->c, w->m, w->n,
        (w->k + ROWS_DEEP - 1) / ROWS_DEEP);
    HANDLE_ERROR(cudaGetLastError());
}

#endif
