// $ ./book check
// exit: 98
// says: race
#include <cuda_runtime.h>
#include <cstdio>
__device__ int count;
__global__ void k(int *d, int *e) {
    if (threadIdx.x == 0) { d[blockIdx.x] = blockIdx.x; count = count + 1; if (count == gridDim.x) { int s = 0; for (int i = 0; i < gridDim.x; i++) s += d[i]; e[0] = s; } }
}
int main(void) {
    int *d, *e; cudaMalloc(&d, 65536 * 4); cudaMalloc(&e, 65536 * 4); cudaMemset(d, 0, 65536 * 4); cudaMemset(e, 0, 65536 * 4);
    k<<<8, 32>>>(d, e);
    cudaError_t r = cudaDeviceSynchronize(); if (r == cudaSuccess) r = cudaGetLastError();
    cudaFree(d); cudaFree(e); printf("%s\n", cudaGetErrorString(r)); return r != cudaSuccess;
}
