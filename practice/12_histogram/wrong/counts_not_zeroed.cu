// 12_histogram: the counters in global memory begin with whatever is there
// says: read of memory that nothing has written
#include "../common/book.h"

__global__ void histogram(const unsigned char *data, unsigned *counts, int n) {
    __shared__ unsigned mine[256];
    mine[threadIdx.x] = 0;
    __syncthreads();
    for (int i = threadIdx.x + blockIdx.x * 256; i < n; i += 256 * gridDim.x)
        atomicAdd(&mine[data[i]], 1);
    __syncthreads();
    atomicAdd(&counts[threadIdx.x], mine[threadIdx.x]);
}

void solve(const unsigned char *dev_data, unsigned *dev_counts, int n) {
    histogram<<<32, 256>>>(dev_data, dev_counts, n);
}
