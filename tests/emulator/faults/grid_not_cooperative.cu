// expect: 1 ~ error: .*grid_not_cooperative\.cu:9: .*thread 0 of block \(0,0,0\) in kernel alone waits for the grid, and the launch is not cooperative: cudaLaunchCooperativeKernel$
// expect: ~ ^cudaDeviceSynchronize: cudaErrorLaunchFailure
// expect: ~ ^a kernel after the reset: cudaSuccess, right
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
