// 4 blocks of 256 threads for 1000 elements, and no `if (i < n)`.
// run: 0 ~ TODO
// check: 98 ~ TODO
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
