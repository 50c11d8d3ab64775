// A kernel, called like a function.
// each: g++ clang++
// $ ./book run
// $ ./book check
// exit: 1
// says: {here}:[0-9]+: error: .*square is a kernel: a call of it is a launch.* Write square<<<blocks, threads>>>\(...\)
#include <stdio.h>

__global__ void square(int *out) {
    out[threadIdx.x] = threadIdx.x * threadIdx.x;
}

int main() {
    int *d_out;
    cudaMalloc(&d_out, 64 * sizeof(int));
    square(d_out); // here
    cudaDeviceSynchronize();
    cudaFree(d_out);
}
