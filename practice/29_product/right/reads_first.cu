// 29_product: what is assumed first is what an atomic operation reads
#include "../common/book.h"

__device__ unsigned times(unsigned a, unsigned b) {
    return (unsigned long long)a * b % 1000003;
}

__device__ void atomic_times(unsigned *address, unsigned factor) {
    unsigned old = atomicAdd(address, 0), assumed;
    do {
        assumed = old;
        old = atomicCAS(address, assumed, times(assumed, factor));
    } while (old != assumed);
}

__global__ void begin(unsigned *result) {
    *result = 1;
}

__global__ void multiply(const unsigned *a, unsigned *result, int n) {
    __shared__ unsigned cache[256];
    int t = threadIdx.x, i = t + blockIdx.x * 256;
    cache[t] = i < n ? a[i] : 1;
    __syncthreads();
    for (int half = 128; half > 0; half /= 2) {
        if (t < half)
            cache[t] = times(cache[t], cache[t + half]);
        __syncthreads();
    }
    if (t == 0)
        atomic_times(result, cache[0]);
}

void solve(const unsigned *dev_a, unsigned *dev_result, int n) {
    begin<<<1, 1>>>(dev_result);
    multiply<<<(n + 255) / 256, 256>>>(dev_a, dev_result, n);
}
