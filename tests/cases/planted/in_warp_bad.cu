// $ ./book check
// exit: 98
// says: race
#include <cuda_runtime.h>
#include <cstdio>
__global__ void k(int *d, int *e) {
    __shared__ int s[32];
    s[threadIdx.x] = d[threadIdx.x];
    e[threadIdx.x] = s[(threadIdx.x + 1) % 32];
}
int main(void) {
    int *d, *e; cudaMalloc(&d, 65536 * 4); cudaMalloc(&e, 65536 * 4); cudaMemset(d, 0, 65536 * 4); cudaMemset(e, 0, 65536 * 4);
    k<<<1, 32>>>(d, e);
    cudaError_t r = cudaDeviceSynchronize(); if (r == cudaSuccess) r = cudaGetLastError();
    cudaFree(d); cudaFree(e); printf("%s\n", cudaGetErrorString(r)); return r != cudaSuccess;
}
