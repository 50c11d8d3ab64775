// 14_compact: the warp goes through the elements in a loop
#include "../common/book.h"

__global__ void keep(const int *a, int *b, int *count, int n) {
    int lane = threadIdx.x % 32;
    for (int from = threadIdx.x - lane + blockIdx.x * 256; from < n; from += 256 * gridDim.x) {
        int mine = from + lane < n ? a[from + lane] : 0;
        unsigned kept = __ballot_sync(0xffffffff, mine > 0);
        int first = lane == 0 ? atomicAdd(count, __popc(kept)) : 0;
        first = __shfl_sync(0xffffffff, first, 0);
        if (mine > 0)
            b[first + __popc(kept & ((1u << lane) - 1))] = mine;
    }
}

void solve(const int *dev_a, int *dev_b, int *dev_count, int n) {
    cudaMemset(dev_count, 0, sizeof *dev_count);
    keep<<<64, 256>>>(dev_a, dev_b, dev_count, n);
}
