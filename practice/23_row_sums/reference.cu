// 23_row_sums: a warp for each row
#include "../common/book.h"

__global__ void add_rows(const int *a, int *sums, int columns, int rows) {
    int lane = threadIdx.x % 32, row = threadIdx.x / 32 + blockIdx.x * 8;
    if (row >= rows) // a whole warp
        return;
    int sum = 0;
    for (int x = lane; x < columns; x += 32)
        sum += a[x + row * columns];
    for (int apart = 16; apart > 0; apart /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, apart);
    if (lane == 0)
        sums[row] = sum;
}

void solve(const int *dev_a, int *dev_sums, int columns, int rows) {
    if (rows > 0)
        add_rows<<<(rows + 7) / 8, 256>>>(dev_a, dev_sums, columns, rows);
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
