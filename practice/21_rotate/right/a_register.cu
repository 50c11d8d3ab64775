// 21_rotate: a register is read before the barrier, and the tile written
#include "../common/book.h"

__global__ void rotate(int *a, int k) {
    __shared__ int tile[256];
    int i = threadIdx.x + blockIdx.x * 256;
    int place = threadIdx.x + k;
    if (place > 255)
        place -= 256;
    tile[threadIdx.x] = a[i];
    __syncthreads();
    int other = tile[place];
    a[i] = other;
}

void solve(int *dev_a, int n, int k) {
    if (n > 0)
        rotate<<<n / 256, 256>>>(dev_a, k);
}
