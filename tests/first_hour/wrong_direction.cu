// The copy back says that it goes to the device.
// $ ./book run
// says: {here}: cudaMemcpy failed with cudaErrorInvalidValue \(.*\), and the program did not look: cudaMemcpyHostToDevice says that the destination is the device's, and it is the host's: write cudaMemcpyDeviceToHost$
// $ ./book check
// exit: 98
// says: {here}: cudaMemcpy returns cudaErrorInvalidValue .* cudaMemcpyHostToDevice says that the destination is the device's, and it is the host's$
// says: missing: cudaMemcpyDeviceToHost$
// says: : 1 finding,
#include <stdio.h>

__global__ void square(int *out) {
    out[threadIdx.x] = threadIdx.x * threadIdx.x;
}

int main() {
    int out[3] = {0, 0, 0};
    int *d_out;
    cudaMalloc(&d_out, sizeof out);
    square<<<1, 3>>>(d_out);
    cudaMemcpy(out, d_out, sizeof out, cudaMemcpyHostToDevice); // here
    printf("%d %d %d\n", out[0], out[1], out[2]);
    cudaFree(d_out);
}
