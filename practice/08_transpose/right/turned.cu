// 08_transpose: columns of the tile are moved on instead of padding
#include "../common/book.h"

__global__ void transpose(const float *a, float *b, int columns, int rows) {
    __shared__ float tile[32][32]; // row y begins in bank y
    int x = threadIdx.x + blockIdx.x * 32, y = threadIdx.y + blockIdx.y * 32;
    for (int down = 0; down < 32; down += 8)
        if (x < columns && y + down < rows)
            tile[threadIdx.y + down][(threadIdx.x + threadIdx.y + down) % 32] =
                a[x + (y + down) * columns];
    __syncthreads();
    x = threadIdx.x + blockIdx.y * 32;
    y = threadIdx.y + blockIdx.x * 32;
    for (int down = 0; down < 32; down += 8)
        if (x < rows && y + down < columns)
            b[x + (y + down) * rows] = tile[threadIdx.x][(threadIdx.y + down + threadIdx.x) % 32];
}

void solve(const float *dev_a, float *dev_b, int columns, int rows) {
    dim3 threads(32, 8), blocks((columns + 31) / 32, (rows + 31) / 32);
    if (columns > 0 && rows > 0)
        transpose<<<blocks, threads>>>(dev_a, dev_b, columns, rows);
}
