// A function of the host, called in a kernel.
// each: g++ clang++
// $ ./book run
// $ ./book check
// exit: 1
// says: {here}:[0-9]+: error: .*squared\(\) runs on the host: a kernel cannot call it. Write __device__ before it
#include <stdio.h>

int squared(int i) {
    return i * i;
}

__global__ void square(int *out) {
    out[threadIdx.x] = squared(threadIdx.x); // here
}

int main() {
    int *d_out;
    cudaMalloc(&d_out, 64 * sizeof(int));
    square<<<1, 64>>>(d_out);
    cudaDeviceSynchronize();
    cudaFree(d_out);
}
