// 18_table: columns and rows of the grid are swapped
// says: wrong for columns = 4, rows = 3
#include "../common/book.h"

__global__ void fill(int *table) {
    int x = blockIdx.x, y = blockIdx.y;
    table[x + y * gridDim.x] = (x + 1) * (y + 1);
}

void solve(int *dev_table, int columns, int rows) {
    dim3 grid(rows, columns);
    if (columns > 0 && rows > 0)
        fill<<<grid, 1>>>(dev_table);
}
