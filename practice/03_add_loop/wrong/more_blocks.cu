// 03_add_loop: a thread for each element
// says: 131072 threads, at most 16384 asked
#include "../common/book.h"

__global__ void add(const float *a, const float *b, float *c, int n) {
    for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x)
        c[i] = a[i] + b[i];
}

void solve(const float *dev_a, const float *dev_b, float *dev_c, int n) {
    if (n > 0)
        add<<<(n + 255) / 256, 256>>>(dev_a, dev_b, dev_c, n);
}
