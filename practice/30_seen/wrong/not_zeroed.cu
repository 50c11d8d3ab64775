// 30_seen: nobody writes zeros
// says: NOT YET: read of memory that nothing has written in kernel mark
#include "../common/book.h"

__global__ void mark(const unsigned *a, unsigned *seen, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n)
        atomicOr(&seen[a[i] / 32], 1u << a[i] % 32);
}

void solve(const unsigned *dev_a, unsigned *dev_seen, int n, int words) {
    if (n > 0)
        mark<<<(n + 255) / 256, 256>>>(dev_a, dev_seen, n);
}
