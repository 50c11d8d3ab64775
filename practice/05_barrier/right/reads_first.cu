// 05_barrier: the element is read into a register first
#include "../common/book.h"

__global__ void reverse(const int *a, int *b) {
    __shared__ int tile[256];
    int first = blockIdx.x * 256;
    int mine = a[first + threadIdx.x];
    tile[255 - threadIdx.x] = mine;
    __syncthreads(); // nobody reads an element before its thread has written it
    b[first + threadIdx.x] = tile[threadIdx.x];
}

void solve(const int *dev_a, int *dev_b, int n) {
    if (n > 0)
        reverse<<<n / 256, 256>>>(dev_a, dev_b);
}
