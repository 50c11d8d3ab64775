// A launch with the number of threads alone.
// each: g++ clang++
// $ ./book run
// $ ./book check
// exit: 1
// says: {here}:[0-9]+: error: .*a launch takes at least the number of blocks and the number of threads in each
#include <stdio.h>

__global__ void square(int *out) {
    out[threadIdx.x] = threadIdx.x * threadIdx.x;
}

int main() {
    int *d_out;
    cudaMalloc(&d_out, 64 * sizeof(int));
    square<<<64>>>(d_out); // here
    cudaDeviceSynchronize();
    cudaFree(d_out);
}
