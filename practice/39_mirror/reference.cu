// 39_mirror: a picture in the mirror
#include "../common/book.h"

__global__ void mirror(const int *a, int *b) {
    int x = blockIdx.x, y = blockIdx.y, columns = gridDim.x;
    b[columns - 1 - x + y * columns] = a[x + y * columns];
}

void solve(const int *dev_a, int *dev_b, int columns, int rows) {
    dim3 grid(columns, rows);
    if (columns > 0 && rows > 0)
        mirror<<<grid, 1>>>(dev_a, dev_b);
}

int main() {
    const int COLUMNS = 6, ROWS = 3, N = COLUMNS * ROWS;
    int a[N], b[N], *dev_a, *dev_b;
    for (int i = 0; i < N; i++)
        a[i] = i;
    HANDLE_ERROR(cudaMalloc((void **)&dev_a, sizeof a));
    HANDLE_ERROR(cudaMalloc((void **)&dev_b, sizeof b));
    HANDLE_ERROR(cudaMemcpy(dev_a, a, sizeof a, cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemset(dev_b, 0, sizeof b));
    solve(dev_a, dev_b, COLUMNS, ROWS);
    HANDLE_LAUNCH("mirror");
    HANDLE_ERROR(cudaMemcpy(b, dev_b, sizeof b, cudaMemcpyDeviceToHost));
    HANDLE_ERROR(cudaFree(dev_a));
    HANDLE_ERROR(cudaFree(dev_b));

    int right = 0;
    for (int i = 0; i < N; i++) {
        int x = i % COLUMNS, y = i / COLUMNS;
        printf(x == COLUMNS - 1 ? "%4d\n" : "%4d", b[i]);
        right += b[i] == a[COLUMNS - 1 - x + y * COLUMNS];
    }
    return book_verdict(right == N, "%d of %d pixels are right", right, N);
}
