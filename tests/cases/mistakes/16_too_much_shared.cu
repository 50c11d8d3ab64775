// $ ./book run
// exit: 1
// says: (48 KiB|49152|65536)
#include <stdio.h>
__global__ void k(float *out) {
    __shared__ float big[16384];
    big[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = big[255 - threadIdx.x];
}
int main() {
    float h[256], *d;
    cudaMalloc(&d, sizeof h);
    k<<<1, 256>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%g\n", h[0]);
    cudaFree(d);
}
