// 08_transpose: transpose a matrix through a tile
#include "../common/book.h"

__global__ void transpose(const float *a, float *b, int columns, int rows) {
    __shared__ float tile[32][33]; // a column of 32 rows lies in 32 banks
    int x = threadIdx.x + blockIdx.x * 32, y = threadIdx.y + blockIdx.y * 32;
    for (int down = 0; down < 32; down += 8)
        if (x < columns && y + down < rows)
            tile[threadIdx.y + down][threadIdx.x] = a[x + (y + down) * columns];
    __syncthreads();
    x = threadIdx.x + blockIdx.y * 32;
    y = threadIdx.y + blockIdx.x * 32;
    for (int down = 0; down < 32; down += 8)
        if (x < rows && y + down < columns)
            b[x + (y + down) * rows] = tile[threadIdx.x][threadIdx.y + down];
}

void solve(const float *dev_a, float *dev_b, int columns, int rows) {
    dim3 threads(32, 8), blocks((columns + 31) / 32, (rows + 31) / 32);
    if (columns > 0 && rows > 0)
        transpose<<<blocks, threads>>>(dev_a, dev_b, columns, rows);
}

int main() {
    const int N = 50 * 70, M = N;
    static float a[N], b[M];
    float *dev_a, *dev_b;
    for (int i = 0; i < N; i++)
        a[i] = i;
    HANDLE_ERROR(cudaMalloc((void **)&dev_a, sizeof a));
    HANDLE_ERROR(cudaMalloc((void **)&dev_b, sizeof b));
    HANDLE_ERROR(cudaMemcpy(dev_a, a, sizeof a, cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemset(dev_b, 0, sizeof b));
    solve(dev_a, dev_b, 50, 70);
    HANDLE_LAUNCH("transpose");
    HANDLE_ERROR(cudaMemcpy(b, dev_b, sizeof b, cudaMemcpyDeviceToHost));
    HANDLE_ERROR(cudaFree(dev_a));
    HANDLE_ERROR(cudaFree(dev_b));

    int right = 0;
    for (int y = 0; y < 70; y++)
        for (int x = 0; x < 50; x++)
            right += b[y + x * 70] == a[x + y * 50];
    return book_verdict(right == M, "%d of %d elements are right", right, M);
}
