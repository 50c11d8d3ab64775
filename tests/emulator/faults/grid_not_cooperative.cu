// exit: 1
// says: error: .*grid_not_cooperative\.cu:10: .*thread 0 of block \(0,0,0\) in kernel alone waits for the grid, and the launch is not cooperative: cudaLaunchCooperativeKernel$
// says: ^cudaDeviceSynchronize: cudaErrorLaunchFailure
// says: ^a kernel after the reset: cudaSuccess, right
#include "fault.h"

#include <cooperative_groups.h>

__global__ void alone(int *out) {
    cooperative_groups::this_grid().sync();
    *out = 1;
}

int main() {
    int *out;
    cudaMalloc(&out, sizeof(int));
    alone<<<1, 1>>>(out);
    const int code = outcome();
    recover();
    return code;
}
