// 4 blocks of 256 threads for 1000 elements, and no `if (i < n)`.
// $ ./book run
// exit: 1
// says: kernel square wrote up to 96 bytes behind 4000 bytes of device memory
// says: book check .* looks at every access
// $ ./book check
// exit: 98
// says: memory out of bounds in kernel square
// says: {here}: thread 232 of block \(3,0,0\) writes 4 bytes: 0 bytes after the end of d_out, 4000 bytes
// says: missing: a test that the index is below
#include <stdio.h>

__global__ void square(int *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = i * i; // here
}

int main() {
    const int n = 1000;
    static int out[n];
    int *d_out;
    cudaMalloc(&d_out, n * sizeof(int));
    square<<<(n + 255) / 256, 256>>>(d_out);
    cudaMemcpy(out, d_out, n * sizeof(int), cudaMemcpyDeviceToHost);
    printf("last: %d\n", out[n - 1]);
    cudaFree(d_out);
}
