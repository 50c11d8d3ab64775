// 06_block_sum: the barrier stands in the if
// says: barrier without exited threads
#include "../common/book.h"

__global__ void sum_blocks(const float *a, float *sums, int n) {
    __shared__ float cache[256];
    int i = threadIdx.x + blockIdx.x * 256;
    cache[threadIdx.x] = i < n ? a[i] : 0;
    __syncthreads();
    for (int half = 128; half > 0; half /= 2) {
        if (threadIdx.x < half) {
            cache[threadIdx.x] += cache[threadIdx.x + half];
            __syncthreads();
        }
    }
    if (threadIdx.x == 0)
        sums[blockIdx.x] = cache[0];
}

void solve(const float *dev_a, float *dev_sums, int n) {
    if (n > 0)
        sum_blocks<<<(n + 255) / 256, 256>>>(dev_a, dev_sums, n);
}
