// 24_column_sums: nobody writes zeros
// says: NOT YET: read of memory that nothing has written in kernel add_columns
#include "../common/book.h"

__global__ void add_columns(const int *a, int *sums, int columns, int rows) {
    int x = threadIdx.x + blockIdx.x * blockDim.x, first = 64 * blockIdx.y, sum = 0;
    if (x >= columns)
        return;
    for (int y = first; y < rows && y < first + 64; y++)
        sum += a[x + y * columns];
    atomicAdd(&sums[x], sum);
}

void solve(const int *dev_a, int *dev_sums, int columns, int rows) {
    dim3 blocks((columns + 63) / 64, (rows + 63) / 64);
    if (columns > 0 && rows > 0)
        add_columns<<<blocks, 64>>>(dev_a, dev_sums, columns, rows);
}
