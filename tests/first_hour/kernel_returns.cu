// A kernel that returns a value.
// each: g++ clang++
// $ ./book run
// $ ./book check
// exit: 1
// says: {here}:[0-9]+: error: .*a kernel returns nothing: write void
#include <stdio.h>

__global__ int square(int *out) { // here
    out[threadIdx.x] = threadIdx.x * threadIdx.x;
    return 0;
}

int main() {
    int *d_out;
    cudaMalloc(&d_out, 64 * sizeof(int));
    square<<<1, 64>>>(d_out);
    cudaDeviceSynchronize();
    cudaFree(d_out);
}
