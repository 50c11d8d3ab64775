// The launch gives no dynamic shared memory.
// $ ./book run
// exit: 1
// says: kernel fill wrote up to 256 bytes behind its dynamic shared memory, of which the launch gives 0 bytes
// says: third number of the launch
// $ ./book check
// exit: 98
// says: {here}: thread 0 .* after the end of dynamic shared memory, 0 bytes by the launch
#include <stdio.h>

__global__ void fill(int *out) {
    extern __shared__ int line[];
    line[threadIdx.x] = threadIdx.x; // here
    __syncthreads();
    out[threadIdx.x] = line[threadIdx.x];
}

int main() {
    int out[64];
    int *d_out;
    cudaMalloc(&d_out, sizeof out);
    fill<<<1, 64>>>(d_out);
    cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost);
    printf("last: %d\n", out[63]);
    cudaFree(d_out);
}
