// 100 / 256 is 0, and a grid of no block is none.
// $ ./book run
// says: a launch failed .*: gridDim.x is 0: there is at least 1 block
// $ ./book check
// exit: 98
// says: launched at .*{here}: gridDim.x is 0
#include <stdio.h>

__global__ void square(int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = i * i;
}

int main() {
    const int n = 100;
    int out[n];
    int *d_out;
    cudaMalloc(&d_out, sizeof out);
    square<<<n / 256, 256>>>(d_out, n); // here
    cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost);
    printf("last: %d\n", out[n - 1]);
    cudaFree(d_out);
}
