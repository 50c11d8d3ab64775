// 29_product: an attempt for each element
// says: atomic operations on global memory, at most 512 asked
#include "../common/book.h"

__device__ unsigned times(unsigned a, unsigned b) {
    return (unsigned long long)a * b % 1000003;
}

__device__ void atomic_times(unsigned *address, unsigned factor) {
    unsigned old = 1, assumed;
    do {
        assumed = old;
        old = atomicCAS(address, assumed, times(assumed, factor));
    } while (old != assumed);
}

__global__ void begin(unsigned *result) {
    *result = 1;
}

__global__ void multiply(const unsigned *a, unsigned *result, int n) {
    int i = threadIdx.x + blockIdx.x * 256;
    if (i < n)
        atomic_times(result, a[i]);
}

void solve(const unsigned *dev_a, unsigned *dev_result, int n) {
    begin<<<1, 1>>>(dev_result);
    multiply<<<(n + 255) / 256, 256>>>(dev_a, dev_result, n);
}
