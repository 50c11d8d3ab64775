// 30_seen: a grid-stride loop, and shifts instead of divisions
#include "../common/book.h"

__global__ void mark(const unsigned *a, unsigned *seen, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    for (; i < n; i += blockDim.x * gridDim.x)
        atomicOr(&seen[a[i] >> 5], 1u << (a[i] & 31));
}

void solve(const unsigned *dev_a, unsigned *dev_seen, int n, int words) {
    cudaMemset(dev_seen, 0, words * sizeof(unsigned));
    if (n > 0)
        mark<<<32, 256>>>(dev_a, dev_seen, n);
}
