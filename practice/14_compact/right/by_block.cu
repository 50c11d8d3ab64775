// 14_compact: a block takes places for all its threads
#include "../common/book.h"

__global__ void keep(const int *a, int *b, int *count, int n) {
    __shared__ int of_block, first;
    int i = threadIdx.x + blockIdx.x * 256;
    int mine = i < n ? a[i] : 0, place = 0;
    if (threadIdx.x == 0)
        of_block = 0;
    __syncthreads();
    if (mine > 0)
        place = atomicAdd(&of_block, 1);
    __syncthreads();
    if (threadIdx.x == 0)
        first = atomicAdd(count, of_block);
    __syncthreads();
    if (mine > 0)
        b[first + place] = mine;
}

void solve(const int *dev_a, int *dev_b, int *dev_count, int n) {
    cudaMemset(dev_count, 0, sizeof *dev_count);
    if (n > 0)
        keep<<<(n + 255) / 256, 256>>>(dev_a, dev_b, dev_count, n);
}
