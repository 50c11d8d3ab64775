// 27_polynomial: the coefficients the other way round
// says: wrong for n = 31, count = 2
#include "../common/book.h"

__constant__ unsigned coefficients[16];

__global__ void polynomial(int count, const unsigned *x, unsigned *y, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i >= n)
        return;
    unsigned value = 0;
    for (int k = 0; k < count; k++)
        value = value * x[i] + coefficients[k];
    y[i] = value;
}

void solve(const unsigned *c, int count, const unsigned *dev_x, unsigned *dev_y, int n) {
    cudaMemcpyToSymbol(coefficients, c, count * sizeof(unsigned));
    if (n > 0)
        polynomial<<<(n + 255) / 256, 256>>>(count, dev_x, dev_y, n);
}
