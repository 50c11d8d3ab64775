// blockidx for blockIdx.
// run: 1 ~ HERE:[0-9]+: error: ~ TODO
// check: 1 ~ HERE:[0-9]+: error: ~ TODO
#include <stdio.h>

__global__ void square(int *out) {
    int i = blockidx.x * blockDim.x + threadIdx.x; // here
    out[i] = i * i;
}

int main() {
    int *d_out;
    cudaMalloc(&d_out, 64 * sizeof(int));
    square<<<1, 64>>>(d_out);
    cudaDeviceSynchronize();
    cudaFree(d_out);
}
