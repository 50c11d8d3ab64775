/* 1_hillis_steele.h: each thread adds to its number the one 1 to the left, then the one 2 to the
 * left, then 4: after k rounds it has the sum of the last 2^k (Hillis and Steele, 1986). Few
 * rounds, but all threads add in each: 256 numbers take 8 rounds and 1793 additions. */
#ifndef SCAN_1_HILLIS_STEELE_H
#define SCAN_1_HILLIS_STEELE_H

#include "levels.h"

__global__ void scan_hillis_steele(const unsigned *in, unsigned *out, size_t n, unsigned *totals) {
    __shared__ unsigned sums[2][SCAN_THREADS]; // each round reads the one and writes the other
    int thread = threadIdx.x, now = 0;
    size_t i = thread + (size_t)blockIdx.x * SCAN_THREADS;
    unsigned sum = i < n ? in[i] : 0;
    for (int distance = 1; distance < SCAN_THREADS; distance *= 2) {
        sums[now][thread] = sum;
        __syncthreads(); // nobody may read a sum of this round before it is there
        if (thread >= distance)
            sum += sums[now][thread - distance];
        now = 1 - now;
    }
    if (i < n)
        out[i] = sum;
    if (thread == SCAN_THREADS - 1 && totals != NULL)
        totals[blockIdx.x] = sum;
}

static inline void scan_launch_hillis_steele(const scan_work *w, cudaStream_t stream) {
    scan_levels(scan_hillis_steele, SCAN_THREADS, w->in, w->out, w->n, w->totals, stream);
}

#endif
