// 24_column_sums: sums of columns, read by rows
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
    if (columns > 0)
        cudaMemset(dev_sums, 0, columns * sizeof(int));
    if (columns > 0 && rows > 0)
        add_columns<<<blocks, 64>>>(dev_a, dev_sums, columns, rows);
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
