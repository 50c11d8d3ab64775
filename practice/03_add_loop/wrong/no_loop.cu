// 03_add_loop: each thread has one element only
// says: wrong for n = 16385: c[16384] is
#include "../common/book.h"

__global__ void add(const float *a, const float *b, float *c, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n)
        c[i] = a[i] + b[i];
}

void solve(const float *dev_a, const float *dev_b, float *dev_c, int n) {
    add<<<64, 256>>>(dev_a, dev_b, dev_c, n);
}
