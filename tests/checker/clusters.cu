// Blocks of a cluster, which reach one another's shared memory.
#include "../emulator/mbarrier.h"
#include "mistakes.h"
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

// What another block stores is read, and nothing waits for it.
// neighbour says: race on shared memory in kernel neighbour_kernel|read of shared memory that nothing has written in kernel neighbour_kernel
template <bool CORRECT> __global__ void __cluster_dims__(2, 1, 1) neighbour_kernel(int *out) {
    __shared__ int mine[32];
    const cg::cluster_group cluster = cg::this_cluster();
    mine[threadIdx.x] = 0;
    cluster.sync();
    mine[threadIdx.x] = threadIdx.x;
    if (CORRECT)
        cluster.sync();
    const int *other = cluster.map_shared_rank(mine, 1 - cluster.block_rank());
    out[32 * blockIdx.x + threadIdx.x] = other[threadIdx.x]; // here: neighbour
    cluster.sync();
}
template <bool CORRECT> void neighbour() {
    int *out = zeros<int>(128);
    neighbour_kernel<CORRECT><<<4, 32>>>(out);
    finish(out);
}

// A block leaves while the other one still reads its shared memory.
// left says: shared memory of a block that has left the kernel in kernel left_kernel
template <bool CORRECT> __global__ void __cluster_dims__(2, 1, 1) left_kernel(int *out) {
    extern __shared__ int mine[];
    const cg::cluster_group cluster = cg::this_cluster();
    mine[threadIdx.x] = threadIdx.x;
    const int *other = cluster.map_shared_rank(mine, 1 - cluster.block_rank());
    cluster.sync();
    out[32 * blockIdx.x + threadIdx.x] = other[threadIdx.x]; // here: left
    if (CORRECT)
        cluster.sync();
}
template <bool CORRECT> void left() {
    int *out = zeros<int>(128);
    left_kernel<CORRECT><<<4, 32, 128>>>(out);
    finish(out);
}

// Two blocks add to the same number of the first one's, and not atomically.
// both says: race on shared memory in kernel both_kernel
template <bool CORRECT> __global__ void __cluster_dims__(2, 1, 1) both_kernel(int *out) {
    __shared__ int sum;
    const cg::cluster_group cluster = cg::this_cluster();
    if (threadIdx.x == 0)
        sum = 0;
    cluster.sync();
    int *of_first = cluster.map_shared_rank(&sum, 0);
    if (threadIdx.x == 0 && CORRECT)
        atomicAdd(of_first, 1);
    if (threadIdx.x == 0 && !CORRECT)
        *of_first += 1; // here: both
    cluster.sync();
    if (threadIdx.x == 0)
        out[blockIdx.x] = sum;
}
template <bool CORRECT> void both() {
    int *out = zeros<int>(4);
    both_kernel<CORRECT><<<4, 32>>>(out);
    finish(out);
}

// A block stores to the other one's shared memory and goes on; the other one does not wait for it.
// stored says: read before a copy is there in kernel stored_kernel
template <bool CORRECT> __global__ void __cluster_dims__(2, 1, 1) stored_kernel(int *out) {
    __shared__ int mine[32];
    __shared__ barrier full;
    const cg::cluster_group cluster = cg::this_cluster();
    const unsigned other = 1 - cluster.block_rank();
    if (threadIdx.x == 0) {
        init(&full, 1);
        expect(&full, sizeof mine);
    }
    cluster.sync();
    unsigned to, reports;
    asm volatile("mapa.shared::cluster.u32 %0, %1, %2;"
                 : "=r"(to)
                 : "r"(shared(mine + threadIdx.x)), "r"(other));
    asm volatile("mapa.shared::cluster.u32 %0, %1, %2;"
                 : "=r"(reports)
                 : "r"(shared(&full)), "r"(other));
    asm volatile("st.async.shared::cluster.mbarrier::complete_tx::bytes.u32 [%0], %1, [%2];" ::"r"(to),
                 "r"(threadIdx.x), "r"(reports)
                 : "memory");
    if (CORRECT)
        wait(&full, 0);
    out[32 * blockIdx.x + threadIdx.x] = mine[threadIdx.x]; // here: stored
    wait(&full, 0);
    cluster.sync();
}
template <bool CORRECT> void stored() {
    int *out = zeros<int>(128);
    stored_kernel<CORRECT><<<4, 32>>>(out);
    finish(out);
}

MISTAKES(CASE(neighbour), CASE(left), CASE(both), CASE(stored))
