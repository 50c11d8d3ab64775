// One underscore is missing on either side.
// each: g++ clang++
// $ ./book run
// $ ./book check
// exit: 1
// says: {here}:[0-9]+: error: .*'_global_' is not known here; did you mean '__global__'
#include <stdio.h>

_global_ void square(int *out) { // here
    out[threadIdx.x] = threadIdx.x * threadIdx.x;
}

int main() {
    int *d_out;
    cudaMalloc(&d_out, 64 * sizeof(int));
    square<<<1, 64>>>(d_out);
    cudaDeviceSynchronize();
    cudaFree(d_out);
}
