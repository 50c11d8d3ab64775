// The host reads the device's memory.
// run: 0 ~ ^last: 3969$
// check: 98 ~ host touches memory of the device ~ HERE: the host reads 4 bytes: byte 252 of d_out ~ missing: cudaMemcpy
#include <stdio.h>

__global__ void square(int *out) {
    out[threadIdx.x] = threadIdx.x * threadIdx.x;
}

int main() {
    int *d_out;
    cudaMalloc(&d_out, 64 * sizeof(int));
    square<<<1, 64>>>(d_out);
    cudaDeviceSynchronize();
    printf("last: %d\n", d_out[63]); // here
    cudaFree(d_out);
}
