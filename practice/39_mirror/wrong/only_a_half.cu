// 39_mirror: only the left half goes to the right
// says: nothing has written a part of the result
#include "../common/book.h"

__global__ void mirror(const int *a, int *b) {
    int x = blockIdx.x, y = blockIdx.y, columns = gridDim.x;
    if (x < columns / 2)
        b[columns - 1 - x + y * columns] = a[x + y * columns];
}

void solve(const int *dev_a, int *dev_b, int columns, int rows) {
    dim3 grid(columns, rows);
    if (columns > 0 && rows > 0)
        mirror<<<grid, 1>>>(dev_a, dev_b);
}
