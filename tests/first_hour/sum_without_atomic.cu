// All threads add to one number, and lose what the others added.
// $ ./book run
// says: ^sum: [0-9]+$
// $ ./book check
// exit: 98
// says: race on global memory in kernel sum
// says: {here}: thread 1 .* of d_total
// says: missing: .* an atomic operation
#include <stdio.h>

__global__ void sum(int *total) {
    *total += threadIdx.x; // here
}

int main() {
    int total = 0;
    int *d_total;
    cudaMalloc(&d_total, sizeof total);
    cudaMemcpy(d_total, &total, sizeof total, cudaMemcpyHostToDevice);
    sum<<<1, 64>>>(d_total);
    cudaMemcpy(&total, d_total, sizeof total, cudaMemcpyDeviceToHost);
    printf("sum: %d\n", total);
    cudaFree(d_total);
}
