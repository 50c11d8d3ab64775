// exit: 1
// says: error: divergent barrier: .* block \(0,0,0\) of kernel diverge wait at different
// says: divergent_barrier\.cu:12: threads 0-15 wait at __syncthreads\(\)
// says: divergent_barrier\.cu:14: threads 16-63 wait at __syncthreads\(\)
// says: ^cudaDeviceSynchronize: cudaErrorLaunchFailure
// says: ^cudaDeviceReset:
// says: ^a kernel after the reset: cudaSuccess, right
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
