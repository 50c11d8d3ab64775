// A block holds up to 1024 threads, and nobody asks whether the launch succeeded.
// $ ./book run
// says: a launch failed with cudaErrorInvalidValue .* kernel square<<<.*>>>, launched at .*{here}: 2000 threads: a block of this device holds up to 1024$
// $ ./book check
// exit: 98
// says: launched at .*{here}: 2000 threads: a block of this device holds up to 1024$
#include <stdio.h>

__global__ void square(int *out) {
    out[threadIdx.x] = threadIdx.x * threadIdx.x;
}

int main() {
    const int n = 2000;
    static int out[n];
    int *d_out;
    cudaMalloc(&d_out, sizeof out);
    square<<<1, n>>>(d_out); // here
    cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost);
    printf("last: %d\n", out[n - 1]);
    cudaFree(d_out);
}
