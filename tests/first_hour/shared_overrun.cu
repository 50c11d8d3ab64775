// 128 threads write into 64 elements.
// each: g++ clang++ bfd gold lld
// $ ./book run
// exit: 1
// says: kernel fill wrote up to 256 bytes behind __shared__ line \(256 bytes, .*shared_overrun.cu:12\)
// $ ./book check
// exit: 98
// says: {here}: thread 64 .* 64
#include <stdio.h>

__global__ void fill(int *out) {
    __shared__ int line[64];
    line[threadIdx.x] = threadIdx.x; // here
    __syncthreads();
    if (threadIdx.x < 64)
        out[threadIdx.x] = line[threadIdx.x];
}

int main() {
    int out[64];
    int *d_out;
    cudaMalloc(&d_out, sizeof out);
    fill<<<1, 128>>>(d_out);
    cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost);
    printf("last: %d\n", out[63]);
    cudaFree(d_out);
}
