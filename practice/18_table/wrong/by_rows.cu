// 18_table: a row is taken to be as long as a column
// says: race on global memory
#include "../common/book.h"

__global__ void fill(int *table) {
    int x = blockIdx.x, y = blockIdx.y;
    table[x + y * gridDim.y] = (x + 1) * (y + 1);
}

void solve(int *dev_table, int columns, int rows) {
    dim3 grid(columns, rows);
    if (columns > 0 && rows > 0)
        fill<<<grid, 1>>>(dev_table);
}
