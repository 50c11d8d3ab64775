// 08_transpose: a thread for each element of the tile
#include "../common/book.h"

__global__ void transpose(const float *a, float *b, int columns, int rows) {
    __shared__ float tile[32][33]; // a column of 32 rows lies in 32 banks
    int x = threadIdx.x + blockIdx.x * 32, y = threadIdx.y + blockIdx.y * 32;
    if (x < columns && y < rows)
        tile[threadIdx.y][threadIdx.x] = a[x + y * columns];
    __syncthreads();
    x = threadIdx.x + blockIdx.y * 32;
    y = threadIdx.y + blockIdx.x * 32;
    if (x < rows && y < columns)
        b[x + y * rows] = tile[threadIdx.x][threadIdx.y];
}

void solve(const float *dev_a, float *dev_b, int columns, int rows) {
    dim3 threads(32, 32), blocks((columns + 31) / 32, (rows + 31) / 32);
    if (columns > 0 && rows > 0)
        transpose<<<blocks, threads>>>(dev_a, dev_b, columns, rows);
}
