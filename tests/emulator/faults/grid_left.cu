// exit: 1
// says: error: .*grid_left\.cu:14: .* of block \([0-2],0,0\) in kernel leaves_early waits for the grid with its block, and 1 of the 4 blocks has left the kernel$
// says: ^cudaDeviceSynchronize: cudaErrorLaunchTimeout
// says: ^a kernel after the reset: cudaSuccess, right
#include "fault.h"

#include <cooperative_groups.h>

// On a GPU the others wait for ever.
__global__ void leaves_early(int *out) {
    if (blockIdx.x == 3)
        return;
    out[blockIdx.x] = 1;
    cooperative_groups::this_grid().sync();
    out[blockIdx.x] = 2;
}

int main() {
    int *out;
    cudaMalloc(&out, 4 * sizeof(int));
    void *arguments[] = {&out};
    cudaLaunchCooperativeKernel(leaves_early, 4, 64, arguments);
    const int code = outcome();
    recover();
    return code;
}
