// each: emulator portable
// exit: 1
// says: neighbours_too_far\.cu:14: thread 0 of block \(1,0,0\) in kernel sum used address
// says: ^cudaDeviceSynchronize: cudaErrorIllegalAddress
#include "fault.h"

// In their last round the blocks in the middle go too far. All of them begin as one row of 320
// threads, block by block.
__global__ void sum(const float *a, float *c, int n) {
    __shared__ float cache[64];
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    float sum = 0;
    while (i < n) {
        sum += a[i];
        i += blockDim.x * gridDim.x;
    }
    cache[threadIdx.x] = sum;
    __syncthreads();
    c[threadIdx.x + blockIdx.x * blockDim.x] = cache[63 - threadIdx.x];
}

int main() {
    float *a, *c;
    cudaMalloc(&a, 1024 * sizeof(float));
    cudaMalloc(&c, 320 * sizeof(float));
    sum<<<5, 64>>>(a, c, 1030);
    return outcome();
}
