// The host reads the device's memory.
// $ ./book run
// says: ^last: 3969$
// $ ./book check
// exit: 98
// says: host touches memory of the device
// says: {here}: the host reads 4 bytes: byte 252 of d_out
// says: missing: cudaMemcpy
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
