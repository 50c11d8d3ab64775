// 30_seen: the number of the bit instead of the bit
// says: wrong for n = 1, words = 1
#include "../common/book.h"

__global__ void mark(const unsigned *a, unsigned *seen, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n)
        atomicOr(&seen[a[i] / 32], a[i] % 32);
}

void solve(const unsigned *dev_a, unsigned *dev_seen, int n, int words) {
    cudaMemset(dev_seen, 0, words * sizeof(unsigned));
    if (n > 0)
        mark<<<(n + 255) / 256, 256>>>(dev_a, dev_seen, n);
}
