// 13_argmax: warps find their candidates by shuffles
#include "../common/book.h"

// A larger element, or an equal one that comes first, makes a larger key. An element may be
// negative.
__device__ unsigned long long key(int element, int index) {
    unsigned upper = (unsigned)element ^ 0x80000000u; // keeps the order, and is not negative
    return (unsigned long long)upper << 32 | (0xffffffffu - index);
}

__global__ void find(const int *a, unsigned long long *best, int n) {
    __shared__ unsigned long long cache[8];
    unsigned long long mine = 0;
    for (int i = threadIdx.x + blockIdx.x * 256; i < n; i += 256 * gridDim.x)
        mine = max(mine, key(a[i], i));
    for (int apart = 16; apart > 0; apart /= 2)
        mine = max(mine, __shfl_xor_sync(0xffffffff, mine, apart));
    if (threadIdx.x % 32 == 0)
        cache[threadIdx.x / 32] = mine;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int warp = 1; warp < 8; warp++)
            mine = max(mine, cache[warp]);
        atomicMax(best, mine);
    }
}

__global__ void unpack(const unsigned long long *best, int *result) {
    *result = (int)(0xffffffffu - (unsigned)*best);
}

// best: 8 bytes to work in, of which nothing is known.
void solve(const int *dev_a, int *dev_result, unsigned long long *dev_best, int n) {
    cudaMemset(dev_best, 0, sizeof *dev_best);
    find<<<32, 256>>>(dev_a, dev_best, n);
    unpack<<<1, 1>>>(dev_best, dev_result);
}
