// A thread reads what its neighbour may not have written yet.
// $ ./book run
// says: ^first: -?[0-9]+$
// $ ./book check
// exit: 98
// says: race on shared memory in kernel shift
// says: {here}: thread 1 .* writes 4 bytes: byte 4 of line
// says: missing: __syncthreads\(\) between the two
#include <stdio.h>

__global__ void shift(int *out) {
    __shared__ int line[256];
    int i = threadIdx.x;
    line[i] = i; // here
    out[i] = line[(i + 1) % 256];
}

int main() {
    int out[256];
    int *d_out;
    cudaMalloc(&d_out, sizeof out);
    shift<<<1, 256>>>(d_out);
    cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost);
    printf("first: %d\n", out[0]);
    cudaFree(d_out);
}
