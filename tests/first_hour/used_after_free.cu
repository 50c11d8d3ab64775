// The memory is freed before the copy.
// $ ./book run
// says: {here}: cudaMemcpy failed with cudaErrorInvalidValue \(.*\), and the program did not look: cudaMemcpyDeviceToHost says that the source is the device's, and it is the host's, or freed$
// $ ./book check
// exit: 98
// says: {here}: cudaMemcpy returns cudaErrorInvalidValue .*: the source is freed: byte 0 of d_out, 256 bytes of device memory, allocated at .*, freed at
// says: missing: the call before the memory is freed
#include <stdio.h>

__global__ void square(int *out) {
    out[threadIdx.x] = threadIdx.x * threadIdx.x;
}

int main() {
    int out[64] = {0};
    int *d_out;
    cudaMalloc(&d_out, sizeof out);
    square<<<1, 64>>>(d_out);
    cudaFree(d_out);
    cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost); // here
    printf("last: %d\n", out[63]);
}
