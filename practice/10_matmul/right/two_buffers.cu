// 10_matmul: the next tiles go elsewhere, so that one barrier a step is enough
#include "../common/book.h"

__global__ void multiply(const float *a, const float *b, float *c, int n) {
    __shared__ float tile_a[2][16][16], tile_b[2][16][16];
    int x = threadIdx.x + blockIdx.x * 16, y = threadIdx.y + blockIdx.y * 16;
    float sum = 0;
    for (int first = 0; first < n; first += 16) {
        int side = first / 16 % 2;
        int k = first + threadIdx.x, l = first + threadIdx.y;
        tile_a[side][threadIdx.y][threadIdx.x] = y < n && k < n ? a[k + y * n] : 0;
        tile_b[side][threadIdx.y][threadIdx.x] = l < n && x < n ? b[x + l * n] : 0;
        __syncthreads(); // the tiles are there
        for (int i = 0; i < 16; i++)
            sum += tile_a[side][threadIdx.y][i] * tile_b[side][i][threadIdx.x];
    }
    if (x < n && y < n)
        c[x + y * n] = sum;
}

void solve(const float *dev_a, const float *dev_b, float *dev_c, int n) {
    dim3 threads(16, 16), blocks((n + 15) / 16, (n + 15) / 16);
    if (n > 0)
        multiply<<<blocks, threads>>>(dev_a, dev_b, dev_c, n);
}
