// 39_mirror: one column too far
// says: out of bounds
#include "../common/book.h"

__global__ void mirror(const int *a, int *b) {
    int x = blockIdx.x, y = blockIdx.y, columns = gridDim.x;
    b[columns - x + y * columns] = a[x + y * columns];
}

void solve(const int *dev_a, int *dev_b, int columns, int rows) {
    dim3 grid(columns, rows);
    if (columns > 0 && rows > 0)
        mirror<<<grid, 1>>>(dev_a, dev_b);
}
