// 06_block_sum: a warp adds by shuffles, and the first warp their sums
#include "../common/book.h"

__device__ float sum_of_warp(float x) {
    for (int apart = 16; apart > 0; apart /= 2)
        x += __shfl_down_sync(0xffffffff, x, apart);
    return x;
}

__global__ void sum_blocks(const float *a, float *sums, int n) {
    __shared__ float of_warps[8];
    int i = threadIdx.x + blockIdx.x * 256;
    float sum = sum_of_warp(i < n ? a[i] : 0);
    if (threadIdx.x % 32 == 0)
        of_warps[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x < 32) {
        sum = sum_of_warp(threadIdx.x < 8 ? of_warps[threadIdx.x] : 0);
        if (threadIdx.x == 0)
            sums[blockIdx.x] = sum;
    }
}

void solve(const float *dev_a, float *dev_sums, int n) {
    if (n > 0)
        sum_blocks<<<(n + 255) / 256, 256>>>(dev_a, dev_sums, n);
}
