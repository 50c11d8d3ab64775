// 30_seen: writes the bit over all others
// says: wrong for n = 31, words = 1
#include "../common/book.h"

__global__ void mark(const unsigned *a, unsigned *seen, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n)
        atomicExch(&seen[a[i] / 32], 1u << a[i] % 32);
}

void solve(const unsigned *dev_a, unsigned *dev_seen, int n, int words) {
    cudaMemset(dev_seen, 0, words * sizeof(unsigned));
    if (n > 0)
        mark<<<(n + 255) / 256, 256>>>(dev_a, dev_seen, n);
}
