// Nor is shared memory.
// $ ./book run
// says: ^sum: -?[0-9]+$
// $ ./book check
// exit: 98
// says: read of shared memory that nothing has written in kernel sum
// says: {here}: thread 0 .* of total
#include <stdio.h>

__global__ void sum(int *out) {
    __shared__ int total;
    atomicAdd(&total, threadIdx.x); // here
    __syncthreads();
    *out = total;
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
