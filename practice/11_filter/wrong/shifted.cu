// 11_filter: the weights are moved by one
// says: wrong for n =
#include "../common/book.h"

__constant__ int weights[9];

__global__ void filter(const int *a, int *b, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i >= n)
        return;
    int sum = 0;
    for (int k = 0; k < 9; k++)
        if (i + k - 4 >= 0 && i + k - 4 < n)
            sum += weights[k] * a[i + k - 4 > 0 ? i + k - 5 : 0];
    b[i] = sum;
}

void solve(const int *w, const int *dev_a, int *dev_b, int n) {
    cudaMemcpyToSymbol(weights, w, sizeof weights);
    if (n > 0)
        filter<<<(n + 255) / 256, 256>>>(dev_a, dev_b, n);
}
