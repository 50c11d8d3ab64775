// The memory of cudaMalloc is not 0.
// run: 0 ~ ^sum: 2015$
// check: 98 ~ TODO
#include <stdio.h>

__global__ void sum(int *total) {
    atomicAdd(total, threadIdx.x); // here
}

int main() {
    int total;
    int *d_total;
    cudaMalloc(&d_total, sizeof total);
    sum<<<1, 64>>>(d_total);
    cudaMemcpy(&total, d_total, sizeof total, cudaMemcpyDeviceToHost);
    printf("sum: %d\n", total);
    cudaFree(d_total);
}
