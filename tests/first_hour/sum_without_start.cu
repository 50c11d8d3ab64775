// The memory of cudaMalloc is not 0.
// $ ./book run
// says: ^sum: 2015$
// $ ./book check
// exit: 98
// says: read of memory that nothing has written in kernel sum
// says: {here}: thread 0 .* atomically updates 4 bytes: byte 0 of d_total
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
