// $ ./book check
// exit: 98
// says: byte .* of dr
#include <stdio.h>
__global__ void sum(const int *x, int *result) { atomicAdd(result, x[threadIdx.x]); }
int main() {
    int h[64], r, *d, *dr;
    for (int i = 0; i < 64; i++) h[i] = 1;
    cudaMalloc(&d, sizeof h); cudaMalloc(&dr, sizeof r);
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    sum<<<1, 64>>>(d, dr);
    cudaMemcpy(&r, dr, sizeof r, cudaMemcpyDeviceToHost);
    printf("sum = %d\n", r);
    cudaFree(d); cudaFree(dr);
}
