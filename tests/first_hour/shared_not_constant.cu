// The size of a __shared__ array is known only when the program runs.
// each: g++ clang++
// $ ./book run
// $ ./book check
// exit: 1
// says: {here}:[0-9]+: error: the size of a __shared__ array has to be a constant
#include <stdio.h>

__global__ void fill(int *out, int n) {
    __shared__ int line[n]; // here
    line[threadIdx.x] = threadIdx.x;
    out[threadIdx.x] = line[threadIdx.x];
}

int main() {
    int *d_out;
    cudaMalloc(&d_out, 256 * sizeof(int));
    fill<<<1, 256>>>(d_out, 256);
    cudaDeviceSynchronize();
    cudaFree(d_out);
}
