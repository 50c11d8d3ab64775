// 06_block_sum: every thread adds to the sum by an atomic operation
// says: atomic operations on global memory, at most 0 asked
#include "../common/book.h"

__global__ void sum_blocks(const float *a, float *sums, int n) {
    int i = threadIdx.x + blockIdx.x * 256;
    if (i < n)
        atomicAdd(&sums[blockIdx.x], a[i]);
}

void solve(const float *dev_a, float *dev_sums, int n) {
    if (n == 0)
        return;
    cudaMemset(dev_sums, 0, (n + 255) / 256 * sizeof(float));
    sum_blocks<<<(n + 255) / 256, 256>>>(dev_a, dev_sums, n);
}
