// $ ./book check
#include <cuda_runtime.h>
#include <cstdio>
__device__ void put(float *p, float v) { *p = v; }
__device__ float get(const float *p) { return *p; }
__global__ void k(int *d, int *e) {
    __shared__ struct { float a, b; } s[64];
    int t = threadIdx.x;
    put(&s[t].b, t);
    __syncthreads();
    e[t] = (int)get(&s[63 - t].b);
}
int main(void) {
    int *d, *e; cudaMalloc(&d, 65536 * 4); cudaMalloc(&e, 65536 * 4); cudaMemset(d, 0, 65536 * 4); cudaMemset(e, 0, 65536 * 4);
    k<<<1, 64>>>(d, e);
    cudaError_t r = cudaDeviceSynchronize(); if (r == cudaSuccess) r = cudaGetLastError();
    cudaFree(d); cudaFree(e); printf("%s\n", cudaGetErrorString(r)); return r != cudaSuccess;
}
