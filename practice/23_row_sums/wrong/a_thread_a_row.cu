// 23_row_sums: a thread for each row
// says: threads, at least 2048 asked
#include "../common/book.h"

__global__ void add_rows(const int *a, int *sums, int columns, int rows) {
    int row = threadIdx.x + blockIdx.x * 32;
    if (row >= rows)
        return;
    int sum = 0;
    for (int x = 0; x < columns; x++)
        sum += a[x + row * columns];
    sums[row] = sum;
}

void solve(const int *dev_a, int *dev_sums, int columns, int rows) {
    if (rows > 0)
        add_rows<<<(rows + 31) / 32, 32>>>(dev_a, dev_sums, columns, rows);
}
