// 21_rotate: at once, without a tile
// says: race on global memory
#include "../common/book.h"

__global__ void rotate(int *a, int k) {
    int i = threadIdx.x + blockIdx.x * 256;
    __syncthreads();
    a[i] = a[blockIdx.x * 256 + (threadIdx.x + k) % 256];
}

void solve(int *dev_a, int n, int k) {
    if (n > 0)
        rotate<<<n / 256, 256>>>(dev_a, k);
}
