// 01_double: launches no blocks for no elements
// says: a call of solve() fails
#include "../common/book.h"

__global__ void twice(float *x, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n)
        x[i] *= 2;
}

void solve(float *dev_x, int n) {
    twice<<<(n + 255) / 256, 256>>>(dev_x, n);
}
