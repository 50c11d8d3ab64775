// 21_rotate: turned when it comes in
#include "../common/book.h"

__global__ void rotate(int *a, int k) {
    __shared__ int tile[256];
    int i = threadIdx.x + blockIdx.x * 256;
    tile[(threadIdx.x + 256 - k) % 256] = a[i];
    __syncthreads();
    a[i] = tile[threadIdx.x];
}

void solve(int *dev_a, int n, int k) {
    if (n > 0)
        rotate<<<n / 256, 256>>>(dev_a, k);
}
