// The end of a kernel.
// each: g++ clang++
// $ ./book run
// $ ./book check
// exit: 1
// says: no_brace.cu:[0-9]+:[0-9]+: error: the body of this kernel is not closed: a } is missing
#include <stdio.h>

__global__ void square(int *out) {
    out[threadIdx.x] = threadIdx.x * threadIdx.x;

int main() {
    int *d_out;
    cudaMalloc(&d_out, 64 * sizeof(int));
    square<<<1, 64>>>(d_out);
    cudaDeviceSynchronize();
    cudaFree(d_out);
}
