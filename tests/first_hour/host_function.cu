// A function of the host, called in a kernel.
// run: 1 ~ HERE:[0-9]+: error: ~ TODO
// check: 1 ~ HERE:[0-9]+: error: ~ TODO
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
