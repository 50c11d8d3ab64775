// 39_mirror: the rows change places, not the columns
// says: wrong for columns = 3, rows = 2: b[row 0, column 0] is
#include "../common/book.h"

__global__ void mirror(const int *a, int *b) {
    int x = blockIdx.x, y = blockIdx.y, columns = gridDim.x;
    b[x + (gridDim.y - 1 - y) * columns] = a[x + y * columns];
}

void solve(const int *dev_a, int *dev_b, int columns, int rows) {
    dim3 grid(columns, rows);
    if (columns > 0 && rows > 0)
        mirror<<<grid, 1>>>(dev_a, dev_b);
}
