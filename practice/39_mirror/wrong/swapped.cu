// 39_mirror: columns and rows of the grid are swapped
// says: wrong for columns = 3, rows = 2
#include "../common/book.h"

__global__ void mirror(const int *a, int *b) {
    int x = blockIdx.x, y = blockIdx.y, columns = gridDim.x;
    b[columns - 1 - x + y * columns] = a[x + y * columns];
}

void solve(const int *dev_a, int *dev_b, int columns, int rows) {
    dim3 grid(rows, columns);
    if (columns > 0 && rows > 0)
        mirror<<<grid, 1>>>(dev_a, dev_b);
}
