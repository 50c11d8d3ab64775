/* cluster.h: blocks that run at the same time on neighbouring multiprocessors, and reach each
 * other's shared memory (PTX: cluster).
 *
 *   cudaLaunchAttributeClusterDimension                        2: blocks 2 i and 2 i + 1 are one
 *   int rank = cluster_rank();                                 0 or 1
 *   cluster_sync();                                            as __syncthreads, for all its blocks
 *   fetch_for(mask, tile, &map, column, row, &full);           a tile for each block of the mask
 *   barrier_arrive_at(rank, &empty);                           at that block's barrier
 *
 * Places in the shared memory of all its blocks are the same: a tile that is fetched for several
 * arrives at the same place in each, and reports to the barrier at the same place.
 */
#ifndef HOPPER_CLUSTER_H
#define HOPPER_CLUSTER_H

#include "fetch.h"

#ifdef HOPPER
__device__ inline int cluster_rank() {
    int rank;
    asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
    return rank;
}

__device__ inline void cluster_sync() {
    asm volatile("barrier.cluster.arrive.release;" ::: "memory");
    asm volatile("barrier.cluster.wait.acquire;" ::: "memory");
}

/* Bit i of the mask stands for block i of the cluster. The memory is read once (multicast). */
__device__ inline void fetch_for(int mask, void *tile, const CUtensorMap *map, int column, int row,
                                 barrier *b) {
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes"
                 ".multicast::cluster [%0], [%1, {%2, %3}], [%4], %5;" ::"r"(shared_address(tile)),
                 "l"(map), "r"(column), "r"(row), "r"(shared_address(b)), "h"((short)mask)
                 : "memory");
}

/* It publishes what has been stored within this block only. For the whole cluster
 * (.release.cluster) that costs a fence, and these threads have only read. */
__device__ inline void barrier_arrive_at(int rank, barrier *b) {
    unsigned there;
    asm volatile("mapa.shared::cluster.u32 %0, %1, %2;"
                 : "=r"(there)
                 : "r"(shared_address(b)), "r"(rank));
    asm volatile("mbarrier.arrive.shared::cluster.b64 _, [%0];" ::"r"(there) : "memory");
}
#endif

#endif
