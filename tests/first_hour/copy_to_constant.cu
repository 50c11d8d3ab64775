// A __constant__ array is copied to by its name.
// $ ./book run
// says: {here}: cudaMemcpy failed with cudaErrorInvalidValue .*: the destination is table, a __constant__ variable, .*: write cudaMemcpyToSymbol\(table, \.\.\.\)$
// $ ./book check
// exit: 98
// says: {here}: cudaMemcpy returns cudaErrorInvalidValue .*: the destination is table, a __constant__ variable
// says: missing: cudaMemcpyToSymbol\(table, \.\.\.\)$
#include <stdio.h>

__constant__ int table[4];

__global__ void look_up(int *out) {
    out[threadIdx.x] = table[threadIdx.x];
}

int main() {
    int values[4] = {1, 2, 3, 4};
    int *d_out;
    cudaMalloc(&d_out, sizeof values);
    cudaMemcpy(table, values, sizeof values, cudaMemcpyHostToDevice); // here
    look_up<<<1, 4>>>(d_out);
    cudaMemcpy(values, d_out, sizeof values, cudaMemcpyDeviceToHost);
    printf("last: %d\n", values[3]);
    cudaFree(d_out);
}
