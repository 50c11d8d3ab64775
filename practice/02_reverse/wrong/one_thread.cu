// 02_reverse: a single thread does all
// says: 1 thread, at least
#include "../common/book.h"

__global__ void reverse(const int *a, int *b, int n) {
    for (int i = 0; i < n; i++)
        b[i] = a[n - 1 - i];
}

void solve(const int *dev_a, int *dev_b, int n) {
    if (n > 0)
        reverse<<<1, 1>>>(dev_a, dev_b, n);
}
