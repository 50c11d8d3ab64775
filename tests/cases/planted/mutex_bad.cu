// $ ./book check
// exit: 98
// says: race
#include <cuda_runtime.h>
#include <cstdio>
__device__ void lock(int *m) { while (atomicCAS(m, 0, 1) != 0) ; __threadfence(); }
__device__ void unlock(int *m) { __threadfence(); atomicExch(m, 0); }
__global__ void k(int *d, int *e) {
    if (threadIdx.x == 0) { while (atomicCAS(e, 0, 1) != 0) ; d[0] += 1; e[0] = 0; }
}
int main(void) {
    int *d, *e; cudaMalloc(&d, 65536 * 4); cudaMalloc(&e, 65536 * 4); cudaMemset(d, 0, 65536 * 4); cudaMemset(e, 0, 65536 * 4);
    k<<<16, 32>>>(d, e);
    cudaError_t r = cudaDeviceSynchronize(); if (r == cudaSuccess) r = cudaGetLastError();
    cudaFree(d); cudaFree(e); printf("%s\n", cudaGetErrorString(r)); return r != cudaSuccess;
}
