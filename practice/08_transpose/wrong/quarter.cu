// 08_transpose: a thread writes one element of four
// says: wrong for n = 37 x 1
// says: nothing has written a part of the result
#include "../common/book.h"

__global__ void transpose(const float *a, float *b, int columns, int rows) {
    __shared__ float tile[32][33]; // a column of 32 rows lies in 32 banks
    int x = threadIdx.x + blockIdx.x * 32, y = threadIdx.y + blockIdx.y * 32;
    for (int down = 0; down < 32; down += 8)
        if (x < columns && y + down < rows)
            tile[threadIdx.y + down][threadIdx.x] = a[x + (y + down) * columns];
    __syncthreads();
    x = threadIdx.x + blockIdx.y * 32;
    y = threadIdx.y + blockIdx.x * 32;
    for (int down = 0; down < 8; down += 8)
        if (x < rows && y + down < columns)
            b[x + (y + down) * rows] = tile[threadIdx.x][threadIdx.y + down];
}

void solve(const float *dev_a, float *dev_b, int columns, int rows) {
    dim3 threads(32, 8), blocks((columns + 31) / 32, (rows + 31) / 32);
    if (columns > 0 && rows > 0)
        transpose<<<blocks, threads>>>(dev_a, dev_b, columns, rows);
}
