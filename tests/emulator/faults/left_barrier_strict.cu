// env: CUDA_EMULATOR_STRICT=1
// exit: 1
// says: error: .*left_barrier_strict\.cu:11: barrier without exited threads in block \(0,0,0\)
// says: thread 0 waits at __syncthreads\(\), threads 1-39 have left the kernel
// says: ^cudaDeviceSynchronize: cudaErrorLaunchFailure
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
