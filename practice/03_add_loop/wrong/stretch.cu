// 03_add_loop: each thread has a stretch of its own
// says: sectors a request to global memory
// says: neighbouring threads should take neighbouring elements
#include "../common/book.h"

__global__ void add(const float *a, const float *b, float *c, int n) {
    int each = (n + blockDim.x * gridDim.x - 1) / (blockDim.x * gridDim.x);
    int first = (threadIdx.x + blockIdx.x * blockDim.x) * each;
    for (int i = first; i < first + each && i < n; i++)
        c[i] = a[i] + b[i];
}

void solve(const float *dev_a, const float *dev_b, float *dev_c, int n) {
    add<<<64, 256>>>(dev_a, dev_b, dev_c, n);
}
