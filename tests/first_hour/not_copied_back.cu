// The result stays on the device.
// $ ./book run
// says: ^0 0 0$
// $ ./book check
// says: warning: result that nothing reads
// says: d_out, 12 bytes of device memory, allocated at .*{here}
// says: missing: cudaMemcpy\(\) to the host
#include <stdio.h>

__global__ void square(int *out) {
    out[threadIdx.x] = threadIdx.x * threadIdx.x;
}

int main() {
    int out[3] = {0, 0, 0};
    int *d_out;
    cudaMalloc(&d_out, sizeof out); // here
    square<<<1, 3>>>(d_out);
    cudaDeviceSynchronize();
    printf("%d %d %d\n", out[0], out[1], out[2]);
    cudaFree(d_out);
}
