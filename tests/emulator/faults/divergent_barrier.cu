// expect: 1 ~ error: divergent barrier: .* block \(0,0,0\) of kernel diverge wait at different
// expect: ~ divergent_barrier\.cu:10: threads 0-15 wait at __syncthreads\(\)
// expect: ~ divergent_barrier\.cu:12: threads 16-63 wait at __syncthreads\(\)
// expect: ~ ^cudaDeviceSynchronize: cudaErrorLaunchFailure
// expect: ~ ^cudaDeviceReset: ~ ^a kernel after the reset: cudaSuccess, right
#include "fault.h"

__global__ void diverge(int *out) {
    if (threadIdx.x < 16) {
        __syncthreads();
    } else {
        __syncthreads();
    }
    out[threadIdx.x] = 1;
}

int main() {
    int *out;
    cudaMalloc(&out, 64 * sizeof(int));
    diverge<<<1, 64>>>(out);
    const int code = outcome();
    recover();
    return code;
}
