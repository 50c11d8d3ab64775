// 08_transpose: without a tile
// says: sectors a request to global memory, 4 would do
#include "../common/book.h"

__global__ void transpose(const float *a, float *b, int columns, int rows) {
    int x = threadIdx.x + blockIdx.x * 32, y = threadIdx.y + blockIdx.y * 8;
    if (x < columns && y < rows)
        b[y + x * rows] = a[x + y * columns];
}

void solve(const float *dev_a, float *dev_b, int columns, int rows) {
    dim3 threads(32, 8), blocks((columns + 31) / 32, (rows + 7) / 8);
    if (columns > 0 && rows > 0)
        transpose<<<blocks, threads>>>(dev_a, dev_b, columns, rows);
}
