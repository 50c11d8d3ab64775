// 21_rotate: what falls off is not brought back
// says: out of bounds
#include "../common/book.h"

__global__ void rotate(int *a, int k) {
    __shared__ int tile[256];
    int i = threadIdx.x + blockIdx.x * 256;
    tile[threadIdx.x] = a[i];
    __syncthreads();
    a[i] = tile[threadIdx.x + k];
}

void solve(int *dev_a, int n, int k) {
    if (n > 0)
        rotate<<<n / 256, 256>>>(dev_a, k);
}
