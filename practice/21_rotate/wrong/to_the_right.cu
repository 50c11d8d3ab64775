// 21_rotate: turned the other way
// says: wrong for n = 256, k = 1: a[0] is
#include "../common/book.h"

__global__ void rotate(int *a, int k) {
    __shared__ int tile[256];
    int i = threadIdx.x + blockIdx.x * 256;
    tile[threadIdx.x] = a[i];
    __syncthreads();
    a[i] = tile[(threadIdx.x + 256 - k) % 256];
}

void solve(int *dev_a, int n, int k) {
    if (n > 0)
        rotate<<<n / 256, 256>>>(dev_a, k);
}
