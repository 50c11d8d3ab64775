// 02_reverse: each block reverses its own elements only
// says: wrong for n = 31
#include "../common/book.h"

__global__ void reverse(const int *a, int *b, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n)
        b[i] = a[blockIdx.x * blockDim.x + blockDim.x - 1 - threadIdx.x < n
                     ? blockIdx.x * blockDim.x + blockDim.x - 1 - threadIdx.x
                     : i];
}

void solve(const int *dev_a, int *dev_b, int n) {
    if (n > 0)
        reverse<<<(n + 255) / 256, 256>>>(dev_a, dev_b, n);
}
