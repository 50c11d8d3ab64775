// 18_table: the grid has one row
// says: wrong for columns = 4, rows = 3: table[row 1, column 0] is
#include "../common/book.h"

__global__ void fill(int *table) {
    int x = blockIdx.x, y = blockIdx.y;
    table[x + y * gridDim.x] = (x + 1) * (y + 1);
}

void solve(int *dev_table, int columns, int rows) {
    int grid = columns;
    if (columns > 0 && rows > 0)
        fill<<<grid, 1>>>(dev_table);
}
