// Two letters exchanged.
// each: g++ clang++
// $ ./book run
// $ ./book check
// exit: 1
// says: {here}:[0-9]+: error: .*'__devcie__' is not known here; did you mean '__device__'
#include <stdio.h>

__devcie__ int squared(int i) { // here
    return i * i;
}

__global__ void square(int *out) {
    out[threadIdx.x] = squared(threadIdx.x);
}

int main() {
    int *d_out;
    cudaMalloc(&d_out, 64 * sizeof(int));
    square<<<1, 64>>>(d_out);
    cudaDeviceSynchronize();
    cudaFree(d_out);
}
