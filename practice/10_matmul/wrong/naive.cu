// 10_matmul: without tiles
// says: sectors of global memory loaded, at most 36000 asked
#include "../common/book.h"

__global__ void multiply(const float *a, const float *b, float *c, int n) {
    __shared__ float sums[16][16];
    int x = threadIdx.x + blockIdx.x * 16, y = threadIdx.y + blockIdx.y * 16;
    if (x >= n || y >= n)
        return;
    float sum = 0;
    for (int k = 0; k < n; k++)
        sum += a[k + y * n] * b[x + k * n];
    sums[threadIdx.y][threadIdx.x] = sum;
    c[x + y * n] = sums[threadIdx.y][threadIdx.x];
}

void solve(const float *dev_a, const float *dev_b, float *dev_c, int n) {
    dim3 threads(16, 16), blocks((n + 15) / 16, (n + 15) / 16);
    if (n > 0)
        multiply<<<blocks, threads>>>(dev_a, dev_b, dev_c, n);
}
