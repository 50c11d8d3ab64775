// cudaMalloc takes bytes, not elements.
// $ ./book run
// exit: 1
// says: in kernel square used address .* where there is no memory: .* 256 bytes of device memory
// $ ./book check
// exit: 98
// says: {here}: thread 64 .* 0 bytes after the end of d_out, 256 bytes
// says: cudaMemcpy returns cudaErrorInvalidValue .* of which only 256 follow
#include <stdio.h>

__global__ void square(int *out, int n) {
    int i = threadIdx.x;
    if (i < n)
        out[i] = i * i; // here
}

int main() {
    const int n = 256;
    int out[n];
    int *d_out;
    cudaMalloc(&d_out, n);
    square<<<1, n>>>(d_out, n);
    cudaMemcpy(out, d_out, n * sizeof(int), cudaMemcpyDeviceToHost);
    printf("last: %d\n", out[n - 1]);
    cudaFree(d_out);
}
