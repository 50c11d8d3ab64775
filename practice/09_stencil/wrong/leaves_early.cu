// 09_stencil: threads without an element leave before the barrier, and bring nothing
// says: barrier without exited threads
#include "../common/book.h"

__global__ void stencil(const int *a, int *b, int n) {
    __shared__ int tile[256 + 6]; // tile[0] is the element three before the block's first
    if (threadIdx.x + blockIdx.x * 256 >= n)
        return;
    int first = blockIdx.x * 256 - 3;
    for (int t = threadIdx.x; t < 256 + 6; t += 256)
        tile[t] = first + t >= 0 && first + t < n ? a[first + t] : 0;
    __syncthreads();
    int i = threadIdx.x + blockIdx.x * 256;
    if (i >= n)
        return;
    int sum = 0;
    for (int t = 0; t < 7; t++)
        sum += tile[threadIdx.x + t];
    b[i] = sum;
}

void solve(const int *dev_a, int *dev_b, int n) {
    if (n > 0)
        stencil<<<(n + 255) / 256, 256>>>(dev_a, dev_b, n);
}
