// blockidx for blockIdx.
// each: g++ clang++
// $ ./book run
// $ ./book check
// exit: 1
// says: {here}:[0-9]+: error: .*'blockidx' is not known here; did you mean 'blockIdx'
#include <stdio.h>

__global__ void square(int *out) {
    int i = blockidx.x * blockDim.x + threadIdx.x; // here
    out[i] = i * i;
}

int main() {
    int *d_out;
    cudaMalloc(&d_out, 64 * sizeof(int));
    square<<<1, 64>>>(d_out);
    cudaDeviceSynchronize();
    cudaFree(d_out);
}
