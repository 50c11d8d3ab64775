// 03_add_loop: no more blocks than there are elements for
#include "../common/book.h"

__global__ void add(const float *a, const float *b, float *c, int n) {
    for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x)
        c[i] = a[i] + b[i];
}

void solve(const float *dev_a, const float *dev_b, float *dev_c, int n) {
    int needed = (n + 255) / 256;
    if (n > 0)
        add < <<needed<64 ? needed : 64, 256>>>(dev_a, dev_b, dev_c, n);
}
