// exit: 1
// says: error: divergent barrier: .* block \(0,0,0\) of kernel uneven_loops wait at different
// says: barrier_in_loop\.cu:10: threads 48-63 wait at __syncthreads\(\)
// says: barrier_in_loop\.cu:11: threads 0-47 wait at __syncthreads\(\)
// says: ^cudaDeviceSynchronize: cudaErrorLaunchFailure
#include "fault.h"

__global__ void uneven_loops(int *out) {
    for (int i = 0; i < 3 + static_cast<int>(threadIdx.x) / 48; ++i)
        __syncthreads();
    __syncthreads();
    out[threadIdx.x] = 1;
}

int main() {
    int *out;
    cudaMalloc(&out, 64 * sizeof(int));
    uneven_loops<<<1, 64>>>(out);
    return outcome();
}
