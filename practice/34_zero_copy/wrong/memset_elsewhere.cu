// 34_zero_copy: the 0 is written in the default stream
// says: fail
#include "../common/book.h"

__global__ void add_up(const int *a, int *sum, int n) {
    __shared__ int cache[256];
    int i = threadIdx.x + blockIdx.x * 256;
    cache[threadIdx.x] = i < n ? a[i] : 0;
    __syncthreads();
    for (int half = 128; half > 0; half /= 2) {
        if (threadIdx.x < half)
            cache[threadIdx.x] += cache[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        atomicAdd(sum, cache[0]);
}

void solve(const int *a, int *dev_sum, int n, cudaStream_t stream) {
    int *dev_a;
    cudaHostGetDevicePointer((void **)&dev_a, (void *)a, 0);
    cudaMemset(dev_sum, 0, sizeof(int));
    add_up<<<(n + 255) / 256, 256, 0, stream>>>(dev_a, dev_sum, n);
}
