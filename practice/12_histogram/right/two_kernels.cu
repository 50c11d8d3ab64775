// 12_histogram: blocks leave their counters, and a second kernel adds them up
#include "../common/book.h"

__global__ void histogram(const unsigned char *data, unsigned *counts, int n) {
    __shared__ unsigned mine[256];
    mine[threadIdx.x] = 0;
    __syncthreads();
    for (int i = threadIdx.x + blockIdx.x * 256; i < n; i += 256 * gridDim.x)
        atomicAdd(&mine[data[i]], 1);
    __syncthreads();
    counts[threadIdx.x + blockIdx.x * 256] = mine[threadIdx.x];
}

__global__ void add_up(const unsigned *parts, unsigned *counts) {
    unsigned sum = 0;
    for (int part = 0; part < 32; part++)
        sum += parts[threadIdx.x + part * 256];
    counts[threadIdx.x] = sum;
}

void solve(const unsigned char *dev_data, unsigned *dev_counts, int n) {
    unsigned *dev_parts;
    cudaMalloc((void **)&dev_parts, 32 * 256 * sizeof(unsigned));
    histogram<<<32, 256>>>(dev_data, dev_parts, n);
    add_up<<<1, 256>>>(dev_parts, dev_counts);
    cudaFree(dev_parts);
}
