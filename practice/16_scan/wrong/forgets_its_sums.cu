// 16_scan: the sums of the blocks are neither added nor freed
// says: NOT YET: wrong for n = 257
#include "../common/book.h"

// Each block alone. Where there are no elements, 0 is added. sums may be null.
__global__ void scan(const int *a, int *b, int *sums, int n) {
    __shared__ int cache[256];
    int i = threadIdx.x + blockIdx.x * 256;
    cache[threadIdx.x] = i < n ? a[i] : 0;
    __syncthreads();
    for (int apart = 1; apart < 256; apart *= 2) {
        int before = threadIdx.x >= apart ? cache[threadIdx.x - apart] : 0;
        __syncthreads();
        cache[threadIdx.x] += before;
        __syncthreads();
    }
    if (i < n)
        b[i] = cache[threadIdx.x];
    if (sums != NULL && threadIdx.x == 255)
        sums[blockIdx.x] = cache[255];
}

void solve(const int *dev_a, int *dev_b, int n) {
    int blocks = (n + 255) / 256, *dev_sums;
    if (n == 0)
        return;
    cudaMalloc((void **)&dev_sums, blocks * sizeof(int));
    scan<<<blocks, 256>>>(dev_a, dev_b, dev_sums, n);
}
