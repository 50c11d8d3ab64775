// expect: 1 ~ error: .*left_barrier_strict\.cu:10: divergent barrier in block \(0,0,0\)
// expect: ~ thread 0 waits at __syncthreads\(\), threads 1-39 have left the kernel
// expect: ~ ^cudaDeviceSynchronize: cudaErrorLaunchFailure
// environment: CUDA_EMULATOR_STRICT=1
#include "fault.h"

__global__ void tail(int *out) {
    if (threadIdx.x > 0)
        return;
    __syncthreads();
    out[threadIdx.x] = 1;
}

int main() {
    int *out;
    cudaMalloc(&out, 40 * sizeof(int));
    tail<<<3, 40>>>(out);
    return outcome();
}
