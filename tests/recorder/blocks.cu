// What goes wrong between blocks, and only in a later one.
#include <stdio.h>

__device__ int counter, sum;

// Each of the last two blocks writes where the other does.
__global__ void between(int *out) {
    out[blockIdx.x < 6 ? blockIdx.x : 6] = blockIdx.x;
}
// A race within block 3, and in no other.
__global__ void within(int *out) {
    __shared__ int tile[32];
    tile[threadIdx.x] = threadIdx.x;
    if (blockIdx.x != 3)
        __syncthreads();
    out[32 * blockIdx.x + threadIdx.x] = tile[31 - threadIdx.x];
}
// The last block reads what the others have written: atomic operations say that they have.
__global__ void counted(int *out) {
    __shared__ bool is_last;
    out[32 * blockIdx.x + threadIdx.x] = 1;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0)
        is_last = atomicAdd(&counter, 1) == gridDim.x - 1;
    __syncthreads();
    if (is_last && threadIdx.x == 0)
        for (unsigned i = 0; i < 32 * gridDim.x; ++i)
            sum += out[i];
}

int main() {
    int *out, result = 0;
    cudaMalloc(&out, 8 * 32 * sizeof(int));
    between<<<8, 1>>>(out);
    within<<<8, 32>>>(out);
    counted<<<8, 32>>>(out);
    cudaMemcpyFromSymbol(&result, sum, sizeof result);
    printf("%d\n", result);
    cudaFree(out);
}
