// 18_table: launches a grid without blocks
// says: a call of solve() fails
#include "../common/book.h"

__global__ void fill(int *table) {
    int x = blockIdx.x, y = blockIdx.y;
    table[x + y * gridDim.x] = (x + 1) * (y + 1);
}

void solve(int *dev_table, int columns, int rows) {
    dim3 grid(columns, rows);
    fill<<<grid, 1>>>(dev_table);
}
