// 02_reverse: a is changed
// says: which is an input, is not what it was
#include "../common/book.h"

__global__ void reverse(const int *a, int *b, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n) {
        b[i] = a[n - 1 - i];
    }
    if (i == 0)
        ((int *)a)[n / 2] += 1;
}

void solve(const int *dev_a, int *dev_b, int n) {
    if (n > 0)
        reverse<<<(n + 255) / 256, 256>>>(dev_a, dev_b, n);
}
