// Threads and blocks are exchanged.
// $ ./book run
// says: a launch failed .*: 4096 threads: a block of this device holds up to 1024$
// $ ./book check
// exit: 98
// says: launched at .*{here}: 4096 threads
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
