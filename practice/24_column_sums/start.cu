// 24_column_sums: sums of columns, read by rows
#include "../common/book.h"

__global__ void add_columns(const int *a, int *sums, int columns, int rows) {
    // Which column is this thread's, and which rows are this block's?
}

void solve(const int *dev_a, int *dev_sums, int columns, int rows) {
    // The launch, and what must be there before it.
}

int main() {
    const int COLUMNS = 70, ROWS = 150;
    static int a[COLUMNS * ROWS];
    static int sums[COLUMNS];
    int *dev_a;
    int *dev_sums;
    for (int i = 0; i < COLUMNS * ROWS; i++)
        a[i] = i / COLUMNS;
    HANDLE_ERROR(cudaMalloc((void **)&dev_a, sizeof a));
    HANDLE_ERROR(cudaMalloc((void **)&dev_sums, sizeof sums));
    HANDLE_ERROR(cudaMemcpy(dev_a, a, sizeof a, cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemset(dev_sums, 0xff, sizeof sums));
    solve(dev_a, dev_sums, COLUMNS, ROWS);
    HANDLE_LAUNCH("add_columns");
    HANDLE_ERROR(cudaMemcpy(sums, dev_sums, sizeof sums, cudaMemcpyDeviceToHost));
    HANDLE_ERROR(cudaFree(dev_a));
    HANDLE_ERROR(cudaFree(dev_sums));

    int right = 0;
    for (int x = 0; x < COLUMNS; x++)
        right += sums[x] == ROWS * (ROWS - 1) / 2;
    return book_verdict(right == COLUMNS, "%d of %d sums are right", right, COLUMNS);
}
