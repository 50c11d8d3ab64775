// 23_row_sums: a warp for each row
#include "../common/book.h"

__global__ void add_rows(const int *a, int *sums, int columns, int rows) {
    // Which row is this warp's, and which lane of it is this thread?
}

void solve(const int *dev_a, int *dev_sums, int columns, int rows) {
    // The launch.
}

int main() {
    const int COLUMNS = 100, ROWS = 70;
    static int a[COLUMNS * ROWS];
    static int sums[ROWS];
    int *dev_a;
    int *dev_sums;
    for (int i = 0; i < COLUMNS * ROWS; i++)
        a[i] = i % COLUMNS;
    HANDLE_ERROR(cudaMalloc((void **)&dev_a, sizeof a));
    HANDLE_ERROR(cudaMalloc((void **)&dev_sums, sizeof sums));
    HANDLE_ERROR(cudaMemcpy(dev_a, a, sizeof a, cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemset(dev_sums, 0, sizeof sums));
    solve(dev_a, dev_sums, COLUMNS, ROWS);
    HANDLE_LAUNCH("add_rows");
    HANDLE_ERROR(cudaMemcpy(sums, dev_sums, sizeof sums, cudaMemcpyDeviceToHost));
    HANDLE_ERROR(cudaFree(dev_a));
    HANDLE_ERROR(cudaFree(dev_sums));

    int right = 0;
    for (int y = 0; y < ROWS; y++)
        right += sums[y] == COLUMNS * (COLUMNS - 1) / 2;
    return book_verdict(right == ROWS, "%d of %d sums are right", right, ROWS);
}
