// 13_argmax: the value instead of its index
// says: wrong for n = 1
#include "../common/book.h"

// A larger element, or an equal one that comes first, makes a larger key. An element may be
// negative.
__device__ unsigned long long key(int element, int index) {
    unsigned upper = (unsigned)element ^ 0x80000000u; // keeps the order, and is not negative
    return (unsigned long long)upper << 32 | (0xffffffffu - index);
}

__global__ void find(const int *a, unsigned long long *best, int n) {
    __shared__ unsigned long long cache[256];
    unsigned long long mine = 0;
    for (int i = threadIdx.x + blockIdx.x * 256; i < n; i += 256 * gridDim.x)
        mine = max(mine, key(a[i], i));
    cache[threadIdx.x] = mine;
    __syncthreads();
    for (int half = 128; half > 0; half /= 2) {
        if (threadIdx.x < half)
            cache[threadIdx.x] = max(cache[threadIdx.x], cache[threadIdx.x + half]);
        __syncthreads();
    }
    if (threadIdx.x == 0)
        atomicMax(best, cache[0]);
}

__global__ void unpack(const unsigned long long *best, int *result) {
    *result = (int)(unsigned)(*best >> 32 ^ 0x80000000u);
}

// best: 8 bytes to work in, of which nothing is known.
void solve(const int *dev_a, int *dev_result, unsigned long long *dev_best, int n) {
    cudaMemset(dev_best, 0, sizeof *dev_best);
    find<<<32, 256>>>(dev_a, dev_best, n);
    unpack<<<1, 1>>>(dev_best, dev_result);
}
