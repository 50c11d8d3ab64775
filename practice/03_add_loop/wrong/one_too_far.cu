// 03_add_loop: goes one element too far
// says: out of bounds
#include "../common/book.h"

__global__ void add(const float *a, const float *b, float *c, int n) {
    for (int i = threadIdx.x + blockIdx.x * blockDim.x; i <= n; i += blockDim.x * gridDim.x)
        c[i] = a[i] + b[i];
}

void solve(const float *dev_a, const float *dev_b, float *dev_c, int n) {
    if (n > 0)
        add<<<64, 256>>>(dev_a, dev_b, dev_c, n);
}
