// The memory is freed before the copy.
// run: 0 ~ HERE: cudaMemcpy failed with cudaErrorInvalidValue \(.*\), and the program did not look$
// check: 98 ~ HERE: cudaMemcpy returns cudaErrorInvalidValue .* or freed
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
