// says: warning: .*left_barrier\.cu:10: barrier without exited threads in block \(0,0,0\) of kernel tail
// says: threads 0-99 wait at __syncthreads\(\), threads 100-127 have left the kernel
// says: ^cudaDeviceSynchronize: cudaSuccess
#include "fault.h"

__global__ void tail(int *out, unsigned n) {
    __shared__ int stage[128];
    if (threadIdx.x < n) {
        stage[threadIdx.x] = threadIdx.x;
        __syncthreads();
        out[threadIdx.x] = stage[n - 1 - threadIdx.x];
    }
}

int main() {
    int *out;
    cudaMalloc(&out, 128 * sizeof(int));
    tail<<<1, 128>>>(out, 100);
    return outcome();
}
