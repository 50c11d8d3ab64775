// $ ./book run
// says: 1024
#include <stdio.h>
__global__ void k(int *p) { p[threadIdx.x] = 1; }
int main() {
    int h[2000] = {0}, *d;
    cudaMalloc(&d, sizeof h);
    k<<<1, 2000>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d\n", h[0]);
    cudaFree(d);
}
