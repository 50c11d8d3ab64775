// 24_column_sums: a block has several pieces, which meet in shared memory
#include "../common/book.h"

__global__ void add_columns(const int *a, int *sums, int columns, int rows) {
    __shared__ int cache[8][32];
    int x = threadIdx.x + blockIdx.x * 32, first = 64 * blockIdx.y, sum = 0;
    for (int y = first + threadIdx.y; x < columns && y < rows && y < first + 64; y += 8)
        sum += a[x + y * columns];
    cache[threadIdx.y][threadIdx.x] = sum;
    __syncthreads();
    if (threadIdx.y > 0 || x >= columns)
        return;
    for (int other = 1; other < 8; other++)
        sum += cache[other][threadIdx.x];
    atomicAdd(&sums[x], sum);
}

void solve(const int *dev_a, int *dev_sums, int columns, int rows) {
    dim3 threads(32, 8), blocks((columns + 31) / 32, (rows + 63) / 64);
    if (columns > 0)
        cudaMemset(dev_sums, 0, columns * sizeof(int));
    if (columns > 0 && rows > 0)
        add_columns<<<blocks, threads>>>(dev_a, dev_sums, columns, rows);
}
