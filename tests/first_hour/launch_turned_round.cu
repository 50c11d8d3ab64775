// Threads and blocks are exchanged.
// run: 0 ~ TODO
// check: 98 ~ TODO
#include <stdio.h>

__global__ void square(int *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = i;
}

int main() {
    const int n = 1 << 20;
    int last;
    int *d_out;
    cudaMalloc(&d_out, n * sizeof(int));
    square<<<256, n / 256>>>(d_out); // here
    cudaMemcpy(&last, d_out + n - 1, sizeof last, cudaMemcpyDeviceToHost);
    printf("last: %d\n", last);
    cudaFree(d_out);
}
