// __share__ for __shared__.
// each: g++ clang++
// $ ./book run
// $ ./book check
// exit: 1
// says: {here}:[0-9]+: error: .*'__share__' is not known here; did you mean '__shared__'
#include <stdio.h>

__global__ void square(int *out) {
    __share__ int line[64]; // here
    line[threadIdx.x] = threadIdx.x;
    out[threadIdx.x] = line[threadIdx.x];
}

int main() {
    int *d_out;
    cudaMalloc(&d_out, 64 * sizeof(int));
    square<<<1, 64>>>(d_out);
    cudaDeviceSynchronize();
    cudaFree(d_out);
}
