// 02_reverse: the index of the last element is taken for n
// says: out of bounds
#include "../common/book.h"

__global__ void reverse(const int *a, int *b, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n)
        b[i] = a[n - i];
}

void solve(const int *dev_a, int *dev_b, int n) {
    if (n > 0)
        reverse<<<(n + 255) / 256, 256>>>(dev_a, dev_b, n);
}
