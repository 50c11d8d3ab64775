// 09_stencil: each thread reads seven elements of global memory
// says: sectors of global memory loaded, at most
#include "../common/book.h"

__global__ void stencil(const int *a, int *b, int n) {
    int i = threadIdx.x + blockIdx.x * 256;
    if (i >= n)
        return;
    int sum = 0;
    for (int k = i - 3; k <= i + 3; k++)
        if (k >= 0 && k < n)
            sum += a[k];
    b[i] = sum;
}

void solve(const int *dev_a, int *dev_b, int n) {
    if (n > 0)
        stencil<<<(n + 255) / 256, 256>>>(dev_a, dev_b, n);
}
