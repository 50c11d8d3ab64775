// expect: 1 ~ error: divergent barrier: .* block \(0,0,0\) of kernel uneven_loops wait at different
// expect: ~ barrier_in_loop\.cu:9: threads 48-63 wait at __syncthreads\(\)
// expect: ~ barrier_in_loop\.cu:10: threads 0-47 wait at __syncthreads\(\)
// expect: ~ ^cudaDeviceSynchronize: cudaErrorLaunchFailure
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
