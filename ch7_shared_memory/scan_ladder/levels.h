/* levels.h: from the scans of blocks to that of all. A kernel that scans each block by itself
 * leaves the blocks' totals. These are scanned in the same way, and then each block adds the total
 * of all blocks before it. So each number is read and written twice. */
#ifndef SCAN_LEVELS_H
#define SCAN_LEVELS_H

#include "work.h"

/* Adds to each element of a block the sum of all blocks before. totals are those sums, scanned. */
__global__ void scan_add_totals(unsigned *out, size_t n, const unsigned *totals, int per_block) {
    size_t first = (size_t)(blockIdx.x + 1) * per_block; // the first block has none before it
    unsigned before = totals[blockIdx.x];
    for (int k = threadIdx.x; k < per_block && first + k < n; k += SCAN_THREADS)
        out[first + k] += before;
}

/* scan_blocks: scans per_block elements in each block, and stores the blocks' totals, unless totals
 * is NULL. */
static inline void scan_levels(void (*scan_blocks)(const unsigned *in, unsigned *out, size_t n,
                                                   unsigned *totals),
                               int per_block, const unsigned *in, unsigned *out, size_t n,
                               unsigned *totals, cudaStream_t stream) {
    unsigned blocks = (unsigned)scan_divide_up(n, per_block);
    scan_blocks<<<blocks, SCAN_THREADS, 0, stream>>>(in, out, n, blocks > 1 ? totals : NULL);
    HANDLE_ERROR(cudaGetLastError());
    if (blocks == 1)
        return;
    scan_levels(scan_blocks, per_block, totals, totals, blocks, totals + scan_level(blocks),
                stream);
    scan_add_totals<<<blocks - 1, SCAN_THREADS, 0, stream>>>(out, n, totals, per_block);
}

#endif
