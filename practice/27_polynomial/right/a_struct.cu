// 27_polynomial: the number of coefficients is in constant memory, too
#include "../common/book.h"

__constant__ unsigned coefficients[16];
__constant__ int number;

__global__ void polynomial(const unsigned *x, unsigned *y, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i >= n)
        return;
    unsigned value = 0;
    for (int k = number - 1; k >= 0; k--)
        value = value * x[i] + coefficients[k];
    y[i] = value;
}

void solve(const unsigned *c, int count, const unsigned *dev_x, unsigned *dev_y, int n) {
    cudaMemcpyToSymbol(coefficients, c, count * sizeof(unsigned));
    cudaMemcpyToSymbol(number, &count, sizeof count);
    if (n > 0)
        polynomial<<<(n + 255) / 256, 256>>>(dev_x, dev_y, n);
}
