// 15_scan_block: the last step is left out
// says: wrong for n = 256
#include "../common/book.h"

__global__ void scan(const int *a, int *b, int n) {
    __shared__ int cache[256];
    int i = threadIdx.x + blockIdx.x * 256;
    cache[threadIdx.x] = i < n ? a[i] : 0;
    __syncthreads();
    for (int apart = 1; apart < 128; apart *= 2) {
        int before = threadIdx.x >= apart ? cache[threadIdx.x - apart] : 0;
        __syncthreads(); // all have read what others are about to change
        cache[threadIdx.x] += before;
        __syncthreads(); // all have written what others are about to read
    }
    if (i < n)
        b[i] = cache[threadIdx.x];
}

void solve(const int *dev_a, int *dev_b, int n) {
    if (n > 0)
        scan<<<(n + 255) / 256, 256>>>(dev_a, dev_b, n);
}
