// A block may have 48 KiB of __shared__ variables.
// each: g++ clang++
// $ ./book run
// $ ./book check
// exit: 1
// says: {here}:[0-9]+: error: .*a kernel has at most 48 KiB of static __shared__ memory
// says: extern __shared__
#include <stdio.h>

__global__ void fill(int *out) {
    __shared__ int line[16384]; // here
    line[threadIdx.x] = threadIdx.x;
    out[threadIdx.x] = line[threadIdx.x];
}

int main() {
    int *d_out;
    cudaMalloc(&d_out, 256 * sizeof(int));
    fill<<<1, 256>>>(d_out);
    cudaDeviceSynchronize();
    cudaFree(d_out);
}
