// 01_double: there is one block only
// says: wrong for n = 1000: x[256] is
#include "../common/book.h"

__global__ void twice(float *x, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n)
        x[i] *= 2;
}

void solve(float *dev_x, int n) {
    if (n > 0)
        twice<<<1, 256>>>(dev_x, n);
}
