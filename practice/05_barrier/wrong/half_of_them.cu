// 05_barrier: half of the threads never reach the barrier
// says: barrier without exited threads in block (0,0,0) of kernel reverse
#include "../common/book.h"

__global__ void reverse(const int *a, int *b) {
    __shared__ int tile[256];
    int first = blockIdx.x * 256;
    tile[threadIdx.x] = a[first + threadIdx.x];
    if (threadIdx.x < 128)
        __syncthreads();
    b[first + threadIdx.x] = tile[255 - threadIdx.x];
}

void solve(const int *dev_a, int *dev_b, int n) {
    if (n > 0)
        reverse<<<n / 256, 256>>>(dev_a, dev_b);
}
