// syncthreads() without its underscores.
// run: 1 ~ HERE:[0-9]+: error: ~ TODO
// check: 1 ~ HERE:[0-9]+: error: ~ TODO
#include <stdio.h>

__global__ void square(int *out) {
    out[threadIdx.x] = threadIdx.x * threadIdx.x;
    syncthreads(); // here
}

int main() {
    int *d_out;
    cudaMalloc(&d_out, 64 * sizeof(int));
    square<<<1, 64>>>(d_out);
    cudaDeviceSynchronize();
    cudaFree(d_out);
}
