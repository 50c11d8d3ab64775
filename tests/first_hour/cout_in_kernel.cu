// So are its streams.
// each: g++ clang++
// $ ./book run
// $ ./book check
// exit: 1
// says: {here}:[0-9]+: error: .*std::cout is the host's: a kernel cannot use it. A kernel prints with printf\(\)
#include <stdio.h>

#include <iostream>

__global__ void square(int *out) {
    out[threadIdx.x] = threadIdx.x * threadIdx.x;
    std::cout << out[threadIdx.x] << std::endl; // here
}

int main() {
    int *d_out;
    cudaMalloc(&d_out, 64 * sizeof(int));
    square<<<1, 64>>>(d_out);
    cudaDeviceSynchronize();
    cudaFree(d_out);
}
