// 34_zero_copy: a thread has a stretch of its own
// says: sectors a request to global memory
#include "../common/book.h"

__global__ void add_up(const int *a, int *sum, int n) {
    __shared__ int cache[256];
    int first = 4 * (threadIdx.x + blockIdx.x * 256), mine = 0;
    for (int i = first; i < n && i < first + 4; i++)
        mine += a[i];
    cache[threadIdx.x] = mine;
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
    cudaMemsetAsync(dev_sum, 0, sizeof(int), stream);
    add_up<<<(n + 1023) / 1024, 256, 0, stream>>>(dev_a, dev_sum, n);
}
