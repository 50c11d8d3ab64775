// 16_scan: the sums are a variable of the device
#include "../common/book.h"

__device__ int sums_of_blocks[256];

// Each block alone. Where there are no elements, 0 is added. sums may be null.
__global__ void scan(const int *a, int *b, int *sums, int n) {
    __shared__ int cache[256];
    int i = threadIdx.x + blockIdx.x * 256;
    cache[threadIdx.x] = i < n ? a[i] : 0;
    __syncthreads();
    for (int apart = 1; apart < 256; apart *= 2) {
        int before = threadIdx.x >= apart ? cache[threadIdx.x - apart] : 0;
        __syncthreads();
        cache[threadIdx.x] += before;
        __syncthreads();
    }
    if (i < n)
        b[i] = cache[threadIdx.x];
    if (threadIdx.x == 255)
        sums_of_blocks[blockIdx.x] = cache[255];
}

__global__ void scan_sums(int blocks) {
    int sum = 0;
    if (threadIdx.x < blocks)
        for (int k = 0; k <= threadIdx.x; k++)
            sum += sums_of_blocks[k];
    __syncthreads();
    if (threadIdx.x < blocks)
        sums_of_blocks[threadIdx.x] = sum;
}

__global__ void add(int *b, int n) {
    int i = threadIdx.x + blockIdx.x * 256;
    if (i < n && blockIdx.x > 0)
        b[i] += sums_of_blocks[blockIdx.x - 1];
}

void solve(const int *dev_a, int *dev_b, int n) {
    int blocks = (n + 255) / 256;
    if (n == 0)
        return;
    scan<<<blocks, 256>>>(dev_a, dev_b, NULL, n);
    scan_sums<<<1, 256>>>(blocks);
    add<<<blocks, 256>>>(dev_b, n);
}
