// 06_block_sum: the threads that add lie apart, and so do their words
// says: wavefronts a request to shared memory
#include "../common/book.h"

__global__ void sum_blocks(const float *a, float *sums, int n) {
    __shared__ float cache[256];
    int i = threadIdx.x + blockIdx.x * 256;
    cache[threadIdx.x] = i < n ? a[i] : 0;
    __syncthreads();
    for (int apart = 1; apart < 256; apart *= 2) {
        if (threadIdx.x < 128 / apart)
            cache[2 * apart * threadIdx.x] += cache[2 * apart * threadIdx.x + apart];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        sums[blockIdx.x] = cache[0];
}

void solve(const float *dev_a, float *dev_sums, int n) {
    if (n > 0)
        sum_blocks<<<(n + 255) / 256, 256>>>(dev_a, dev_sums, n);
}
