// 01_double: blocks of 1024 threads
#include "../common/book.h"

__global__ void twice(float *x, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i >= n)
        return;
    float old = x[i];
    x[i] = 2 * old;
}

void solve(float *dev_x, int n) {
    if (n > 0)
        twice<<<(n + 1023) / 1024, 1024>>>(dev_x, n);
}
