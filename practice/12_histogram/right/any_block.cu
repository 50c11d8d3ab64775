// 12_histogram: blocks of 128 threads
#include "../common/book.h"

__global__ void histogram(const unsigned char *data, unsigned *counts, int n) {
    __shared__ unsigned mine[256];
    for (int v = threadIdx.x; v < 256; v += blockDim.x)
        mine[v] = 0;
    __syncthreads();
    for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x)
        atomicAdd(&mine[data[i]], 1);
    __syncthreads();
    for (int v = threadIdx.x; v < 256; v += blockDim.x)
        if (mine[v] > 0)
            atomicAdd(&counts[v], mine[v]);
}

void solve(const unsigned char *dev_data, unsigned *dev_counts, int n) {
    cudaMemset(dev_counts, 0, 256 * sizeof(unsigned));
    histogram<<<48, 128>>>(dev_data, dev_counts, n);
}
