// 14_compact: the count begins with whatever is there
// says: read of memory that nothing has written in kernel keep
#include "../common/book.h"

__global__ void keep(const int *a, int *b, int *count, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x, lane = threadIdx.x % 32;
    int mine = i < n ? a[i] : 0;
    unsigned kept = __ballot_sync(0xffffffff, mine > 0);
    int first = 0;
    if (lane == 0 && kept != 0)
        first = atomicAdd(count, __popc(kept));
    first = __shfl_sync(0xffffffff, first, 0);
    if (mine > 0)
        b[first + __popc(kept & ((1u << lane) - 1))] = mine;
}

void solve(const int *dev_a, int *dev_b, int *dev_count, int n) {
    if (n > 0)
        keep<<<(n + 255) / 256, 256>>>(dev_a, dev_b, dev_count, n);
}
