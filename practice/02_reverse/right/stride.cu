// 02_reverse: fewer threads, each with several elements
#include "../common/book.h"

__global__ void reverse(const int *a, int *b, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    for (; i < n; i += gridDim.x * blockDim.x)
        b[i] = a[n - 1 - i];
}

void solve(const int *dev_a, int *dev_b, int n) {
    if (n > 0)
        reverse < <<n<16384 ? (n + 127) / 128 : 128, 128>>>(dev_a, dev_b, n);
}
