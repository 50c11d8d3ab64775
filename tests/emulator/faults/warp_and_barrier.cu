// exit: 1
// says: error: deadlock: no thread of block \(0,0,0\) of kernel half_a_warp can go on
// says: warp_and_barrier\.cu:11: threads 0-15 wait at a warp operation with mask 0xffffffff
// says: warp_and_barrier\.cu:12: threads 16-95 wait at __syncthreads\(\)
// says: ^cudaDeviceSynchronize: cudaErrorLaunchTimeout
#include "fault.h"

__global__ void half_a_warp(int *out) {
    int value = threadIdx.x;
    if (threadIdx.x < 16)
        value = __shfl_down_sync(0xffffffffu, value, 8);
    __syncthreads();
    out[threadIdx.x] = value;
}

int main() {
    int *out;
    cudaMalloc(&out, 96 * sizeof(int));
    half_a_warp<<<1, 96>>>(out);
    return outcome();
}
