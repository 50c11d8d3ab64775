// 39_mirror: launches a grid without blocks
// says: a call of solve() fails
#include "../common/book.h"

__global__ void mirror(const int *a, int *b) {
    int x = blockIdx.x, y = blockIdx.y, columns = gridDim.x;
    b[columns - 1 - x + y * columns] = a[x + y * columns];
}

void solve(const int *dev_a, int *dev_b, int columns, int rows) {
    dim3 grid(columns, rows);
    mirror<<<grid, 1>>>(dev_a, dev_b);
}
