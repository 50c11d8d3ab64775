// 15_scan_block: from one buffer into another, with one barrier a step
#include "../common/book.h"

__global__ void scan(const int *a, int *b, int n) {
    __shared__ int cache[2][256];
    int i = threadIdx.x + blockIdx.x * 256;
    int side = 0;
    cache[0][threadIdx.x] = i < n ? a[i] : 0;
    __syncthreads();
    for (int apart = 1; apart < 256; apart *= 2) {
        int before = threadIdx.x >= apart ? cache[side][threadIdx.x - apart] : 0;
        cache[1 - side][threadIdx.x] = cache[side][threadIdx.x] + before;
        side = 1 - side;
        __syncthreads(); // all have written what others are about to read
    }
    if (i < n)
        b[i] = cache[side][threadIdx.x];
}

void solve(const int *dev_a, int *dev_b, int n) {
    if (n > 0)
        scan<<<(n + 255) / 256, 256>>>(dev_a, dev_b, n);
}
