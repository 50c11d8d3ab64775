// Two reads of what nothing has written, beside two that are right.
#include <stdio.h>

__global__ void first(const int *in, int *out) {
    __shared__ int tile[64];
    if (threadIdx.x != 5)
        tile[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = tile[threadIdx.x];
}

int main() {
    int numbers[64] = {}, *in, *out;
    cudaMalloc(&in, sizeof numbers);
    cudaMalloc(&out, sizeof numbers);
    cudaMemcpy(in, numbers, sizeof numbers - sizeof *numbers, cudaMemcpyHostToDevice);
    first<<<1, 64>>>(in, out);
    cudaFree(in);
    cudaFree(out);
}
