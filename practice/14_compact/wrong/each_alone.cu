// 14_compact: an atomic operation for each element
// says: atomic operations on global memory, at most 2048 asked
#include "../common/book.h"

__global__ void keep(const int *a, int *b, int *count, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n && a[i] > 0)
        b[atomicAdd(count, 1)] = a[i];
}

void solve(const int *dev_a, int *dev_b, int *dev_count, int n) {
    cudaMemset(dev_count, 0, sizeof *dev_count);
    if (n > 0)
        keep<<<(n + 255) / 256, 256>>>(dev_a, dev_b, dev_count, n);
}
