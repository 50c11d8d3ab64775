// The loop never gets further.
// $ ./book run
// exit: 1
// says: endless loop: no thread of block .* of kernel square has finished .*CUDA_EMULATOR_WATCHDOG=SECONDS
// says: threads 0-31 still run
// $ ./book check
// exit: 98
// says: endless loop: no thread of block .* of kernel square has finished
// says: {here}: threads .* still run
#include <stdio.h>

__global__ void square(int *out, int n) {
    int i = threadIdx.x;
    while (i < n) out[i] = i * i; // here
}

int main() {
    int out[64] = {0};
    int *d_out;
    cudaMalloc(&d_out, sizeof out);
    square<<<1, 32>>>(d_out, 64);
    cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost);
    printf("last: %d\n", out[63]);
    cudaFree(d_out);
}
