// env: CUDA_EMULATOR_WORKERS=1
// each: emulator portable
// exit: 1
// says: grid_too_far\.cu:13: thread 24 of block \(204,0,0\) in kernel copy used address
// says: ^cudaDeviceSynchronize: cudaErrorIllegalAddress
#include "fault.h"

// 13 blocks are one row of 390 threads, from beginning to end. Of the last row its second 256 lanes
// go too far.
__global__ void copy(const float *from, float *to, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n)
        to[i] = from[i];
}

int main() {
    const int n = 208 * 30;
    float *from, *to;
    cudaMalloc(&from, 6144 * sizeof(float));
    cudaMalloc(&to, n * sizeof(float));
    copy<<<208, 30>>>(from, to, n);
    return outcome();
}
