// 10_matmul: threads without an element leave at once
// says: barrier without exited threads
#include "../common/book.h"

__global__ void multiply(const float *a, const float *b, float *c, int n) {
    __shared__ float tile_a[16][16], tile_b[16][16];
    int x = threadIdx.x + blockIdx.x * 16, y = threadIdx.y + blockIdx.y * 16;
    if (x >= n || y >= n)
        return;
    float sum = 0;
    for (int first = 0; first < n; first += 16) {
        int k = first + threadIdx.x, l = first + threadIdx.y;
        tile_a[threadIdx.y][threadIdx.x] = y < n && k < n ? a[k + y * n] : 0;
        tile_b[threadIdx.y][threadIdx.x] = l < n && x < n ? b[x + l * n] : 0;
        __syncthreads(); // the tiles are there
        for (int i = 0; i < 16; i++)
            sum += tile_a[threadIdx.y][i] * tile_b[i][threadIdx.x];
        __syncthreads(); // nobody needs them any more
    }
    if (x < n && y < n)
        c[x + y * n] = sum;
}

void solve(const float *dev_a, const float *dev_b, float *dev_c, int n) {
    dim3 threads(16, 16), blocks((n + 15) / 16, (n + 15) / 16);
    if (n > 0)
        multiply<<<blocks, threads>>>(dev_a, dev_b, dev_c, n);
}
