// sizeof a pointer is 8, however long the array is.
// $ ./book run
// says: ^last: 0$
// $ ./book check
// exit: 98
// says: {here}: thread 2 .* reads 4 bytes: byte 8 of d_values
// says: memory that nothing has written
#include <stdio.h>
#include <stdlib.h>

__global__ void twice(int *values) {
    values[threadIdx.x] *= 2; // here
}

int main() {
    const int n = 64;
    int *values = (int *)calloc(n, sizeof(int)), *d_values;
    cudaMalloc(&d_values, n * sizeof(int));
    cudaMemcpy(d_values, values, sizeof(values), cudaMemcpyHostToDevice);
    twice<<<1, n>>>(d_values);
    cudaMemcpy(values, d_values, sizeof(values), cudaMemcpyDeviceToHost);
    printf("last: %d\n", values[n - 1]);
    cudaFree(d_values);
    free(values);
}
