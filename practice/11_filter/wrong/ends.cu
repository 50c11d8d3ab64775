// 11_filter: reads beyond the ends
// says: out of bounds
#include "../common/book.h"

__constant__ int weights[9];

__global__ void filter(const int *a, int *b, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i >= n)
        return;
    int sum = 0;
    for (int k = 0; k < 9; k++)
        sum += weights[k] * a[i + k - 4];
    b[i] = sum;
}

void solve(const int *w, const int *dev_a, int *dev_b, int n) {
    cudaMemcpyToSymbol(weights, w, sizeof weights);
    if (n > 0)
        filter<<<(n + 255) / 256, 256>>>(dev_a, dev_b, n);
}
