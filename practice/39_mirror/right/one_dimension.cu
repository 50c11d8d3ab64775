// 39_mirror: a grid of one dimension, cut into rows
#include "../common/book.h"

__global__ void mirror(const int *a, int *b, int columns) {
    int i = blockIdx.x, x = i % columns;
    b[i - x + columns - 1 - x] = a[i];
}

void solve(const int *dev_a, int *dev_b, int columns, int rows) {
    if (columns > 0 && rows > 0)
        mirror<<<columns * rows, 1>>>(dev_a, dev_b, columns);
}
