// 34_zero_copy: an atomic operation for each element
// says: atomic operations on global memory, at most 64 asked
#include "../common/book.h"

__global__ void add_up(const int *a, int *sum, int n) {
    int i = threadIdx.x + blockIdx.x * 256;
    if (i < n)
        atomicAdd(sum, a[i]);
}

void solve(const int *a, int *dev_sum, int n, cudaStream_t stream) {
    int *dev_a;
    cudaHostGetDevicePointer((void **)&dev_a, (void *)a, 0);
    cudaMemsetAsync(dev_sum, 0, sizeof(int), stream);
    add_up<<<(n + 255) / 256, 256, 0, stream>>>(dev_a, dev_sum, n);
}
