// 18_table: asks threads for the place of a block
// says: wrong for columns = 4, rows = 3
// says: nothing has written a part of the result
#include "../common/book.h"

__global__ void fill(int *table) {
    int x = threadIdx.x, y = threadIdx.y;
    table[x + y * gridDim.x] = (x + 1) * (y + 1);
}

void solve(int *dev_table, int columns, int rows) {
    dim3 grid(columns, rows);
    if (columns > 0 && rows > 0)
        fill<<<grid, 1>>>(dev_table);
}
