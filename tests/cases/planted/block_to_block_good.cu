// $ ./book check
#include <cuda_runtime.h>
#include <cstdio>
__global__ void k(int *d, int *e) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    d[i] = i;
    __syncthreads();
    if (threadIdx.x < 127) e[i] = d[i + 1];
}
int main(void) {
    int *d, *e; cudaMalloc(&d, 65536 * 4); cudaMalloc(&e, 65536 * 4); cudaMemset(d, 0, 65536 * 4); cudaMemset(e, 0, 65536 * 4);
    k<<<8, 128>>>(d, e);
    cudaError_t r = cudaDeviceSynchronize(); if (r == cudaSuccess) r = cudaGetLastError();
    cudaFree(d); cudaFree(e); printf("%s\n", cudaGetErrorString(r)); return r != cudaSuccess;
}
