// 21_rotate: the barrier is for those only whose element moves on
// says: barrier without exited threads
#include "../common/book.h"

__global__ void rotate(int *a, int k) {
    __shared__ int tile[256];
    int i = threadIdx.x + blockIdx.x * 256;
    tile[threadIdx.x] = a[i];
    if (threadIdx.x + k < 256)
        __syncthreads();
    a[i] = tile[(threadIdx.x + k) % 256];
}

void solve(int *dev_a, int n, int k) {
    if (n > 0)
        rotate<<<n / 256, 256>>>(dev_a, k);
}
