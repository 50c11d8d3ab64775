// 39_mirror: one column too far
// says: out of bounds
#include "../common/book.h"

__global__ void mirror(const int *a, int *b) {
    int x = blockIdx.x, y = blockIdx.y, columns = gridDim.x;
    b[columns - x + y * columns] = a[x + y * columns];
}

void solve(int *dev_a, int *dev_b) {
    swap<<<1, 1>>>(dev_a, dev_b);
}
