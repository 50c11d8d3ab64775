// 11_filter: with a tile, too
#include "../common/book.h"

__constant__ int weights[9];

__global__ void filter(const int *a, int *b, int n) {
    __shared__ int tile[256 + 8];
    int i = threadIdx.x + blockIdx.x * 256, first = blockIdx.x * 256 - 4;
    for (int t = threadIdx.x; t < 256 + 8; t += 256)
        tile[t] = first + t >= 0 && first + t < n ? a[first + t] : 0;
    __syncthreads();
    if (i >= n)
        return;
    int sum = 0;
    for (int k = 0; k < 9; k++)
        sum += weights[k] * tile[threadIdx.x + k];
    b[i] = sum;
}

void solve(const int *w, const int *dev_a, int *dev_b, int n) {
    cudaMemcpyToSymbol(weights, w, sizeof weights);
    if (n > 0)
        filter<<<(n + 255) / 256, 256>>>(dev_a, dev_b, n);
}
