// 09_stencil: reads beyond the ends of a
// says: out of bounds
#include "../common/book.h"

__global__ void stencil(const int *a, int *b, int n) {
    __shared__ int tile[256 + 6]; // tile[0] is the element three before the block's first
    int first = blockIdx.x * 256 - 3;
    for (int t = threadIdx.x; t < 256 + 6; t += 256)
        tile[t] = a[first + t];
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
