// 01_double: the number of blocks is rounded down
// says: wrong for n = 1:
#include "../common/book.h"

__global__ void twice(float *x, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n)
        x[i] *= 2;
}

void solve(float *dev_x, int n) {
    if (n > 0)
        twice<<<n / 256, 256>>>(dev_x, n);
}
