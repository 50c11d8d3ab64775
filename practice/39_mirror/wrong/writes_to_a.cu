// 39_mirror: writes to the picture that is to stay
// says: which is an input, is not what it was
#include "../common/book.h"

__global__ void mirror(int *a, int *b) {
    int x = blockIdx.x, y = blockIdx.y, columns = gridDim.x;
    b[columns - 1 - x + y * columns] = a[x + y * columns];
    a[x + y * columns] = 0;
}

void solve(const int *dev_a, int *dev_b, int columns, int rows) {
    dim3 grid(columns, rows);
    if (columns > 0 && rows > 0)
        mirror<<<grid, 1>>>((int *)dev_a, dev_b);
}
