// exit: 1
// says: error: .*block_left\.cu:18: thread [0-9]+ of block \([02],0,0\) in kernel reads uses shared memory of block 1 of its cluster, which has left the kernel$
// says: ^cudaDeviceSynchronize: cudaErrorIllegalAddress
// says: ^a kernel after the reset: cudaSuccess, right
#include "fault.h"

#include <cooperative_groups.h>

// The block with number 1 of each cluster leaves at once.
__global__ void __cluster_dims__(2, 1, 1) reads(int *out) {
    __shared__ int mine;
    const cooperative_groups::cluster_group cluster = cooperative_groups::this_cluster();
    mine = 1;
    cluster.sync();
    if (cluster.block_rank() == 1)
        return;
    for (;;) // until that block has left
        *out = *cluster.map_shared_rank(&mine, 1);
}

int main() {
    int *out;
    cudaMalloc(&out, sizeof(int));
    reads<<<4, 32>>>(out);
    const int code = outcome();
    recover();
    return code;
}
