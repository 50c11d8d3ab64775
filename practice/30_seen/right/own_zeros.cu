// 30_seen: the zeros are set in bytes of a word each
#include "../common/book.h"

__global__ void mark(const unsigned *a, unsigned *seen, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i >= n)
        return;
    unsigned v = a[i], *word = seen + v / 32;
    atomicOr(word, 1u << v % 32);
}

void solve(const unsigned *dev_a, unsigned *dev_seen, int n, int words) {
    cudaMemset(dev_seen, 0, words * 4);
    if (n > 0)
        mark<<<(n + 255) / 256, 256>>>(dev_a, dev_seen, n);
}
