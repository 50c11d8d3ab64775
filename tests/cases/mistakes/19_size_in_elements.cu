// $ ./book run
// exit: 1
// says: (check|cudaError)
#include <stdio.h>
__global__ void scale(float *x, int n) {
    int i = threadIdx.x;
    if (i < n) x[i] *= 2;
}
int main() {
    float h[64], *d;
    for (int i = 0; i < 64; i++) h[i] = i;
    cudaMalloc(&d, 64);
    cudaMemcpy(d, h, 64, cudaMemcpyHostToDevice);
    scale<<<1, 64>>>(d, 64);
    cudaMemcpy(h, d, 64, cudaMemcpyDeviceToHost);
    printf("%g %g\n", h[1], h[63]);
    cudaFree(d);
}
