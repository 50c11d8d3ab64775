/* 2_blelloch.h: a tree. On the way up it adds pairs, then pairs of pairs, up to the total; on the
 * way down each node tells its right half what the left one has (Blelloch, 1990). Twice as many
 * rounds, but a quarter of the additions: 512 numbers take 1022, and 1_hillis_steele.h takes 4097.
 */
#ifndef SCAN_2_BLELLOCH_H
#define SCAN_2_BLELLOCH_H

#include "levels.h"

#define SCAN_TREE (2 * SCAN_THREADS) /* elements of a block */

/* Where element i of the tree is. The threads of a round are a power of two apart, which would let
 * them meet in few banks: an unused word after every 32 pulls them apart. */
__device__ inline int scan_padded(int i) {
    return i + i / 32;
}

__global__ void scan_blelloch(const unsigned *in, unsigned *out, size_t n, unsigned *totals) {
    __shared__ unsigned tree[SCAN_TREE + SCAN_TREE / 32];
    int thread = threadIdx.x;
    size_t i = thread + (size_t)blockIdx.x * SCAN_TREE, j = i + SCAN_THREADS;
    unsigned own_i = i < n ? in[i] : 0, own_j = j < n ? in[j] : 0;
    tree[scan_padded(thread)] = own_i;
    tree[scan_padded(thread + SCAN_THREADS)] = own_j;
    for (int half = 1; half < SCAN_TREE; half *= 2) { // up
        __syncthreads(); // nobody may add a node before both of its halves are there
        int right = (thread + 1) * 2 * half - 1;
        if (right < SCAN_TREE)
            tree[scan_padded(right)] += tree[scan_padded(right - half)];
    }
    if (thread == 0) { // who has added the last pair
        if (totals != NULL)
            totals[blockIdx.x] = tree[scan_padded(SCAN_TREE - 1)];
        tree[scan_padded(SCAN_TREE - 1)] = 0; // there is nothing before the whole
    }
    for (int half = SCAN_TREE / 2; half > 0; half /= 2) { // down
        __syncthreads(); // nor pass on what is before it, before it is told
        int right = (thread + 1) * 2 * half - 1;
        if (right < SCAN_TREE) {
            unsigned left = tree[scan_padded(right - half)], before = tree[scan_padded(right)];
            tree[scan_padded(right - half)] = before;
            tree[scan_padded(right)] = before + left;
        }
    }
    __syncthreads(); // now each has the sum of all before it
    if (i < n)
        out[i] = tree[scan_padded(thread)] + own_i;
    if (j < n)
        out[j] = tree[scan_padded(thread + SCAN_THREADS)] + own_j;
}

static inline void scan_launch_blelloch(const scan_work *w, cudaStream_t stream) {
    scan_levels(scan_blelloch, SCAN_TREE, w->in, w->out, w->n, w->totals, stream);
}

#endif
