// 24_column_sums: neighbouring threads have neighbouring rows
// says: sectors a request to global memory
// says: neighbouring threads should have neighbouring columns
#include "../common/book.h"

__global__ void add_columns(const int *a, int *sums, int columns, int rows) {
    __shared__ int cache[64];
    int y = threadIdx.x + blockIdx.y * 64;
    for (int x = 64 * blockIdx.x; x < columns && x < 64 * blockIdx.x + 64; x++) {
        cache[threadIdx.x] = y < rows ? a[x + y * columns] : 0;
        __syncthreads();
        int sum = 0;
        if (threadIdx.x == 0)
            for (int other = 0; other < 64; other++)
                sum += cache[other];
        __syncthreads();
        if (threadIdx.x == 0)
            atomicAdd(&sums[x], sum);
    }
}

void solve(const int *dev_a, int *dev_sums, int columns, int rows) {
    dim3 blocks((columns + 63) / 64, (rows + 63) / 64);
    if (columns > 0)
        cudaMemset(dev_sums, 0, columns * sizeof(int));
    if (columns > 0 && rows > 0)
        add_columns<<<blocks, 64>>>(dev_a, dev_sums, columns, rows);
}
