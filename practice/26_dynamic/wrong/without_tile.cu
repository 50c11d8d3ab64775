// 26_dynamic: swaps in global memory, by half of the threads
// says: 0 requests to shared memory, some are asked
#include "../common/book.h"

__global__ void reverse(int *a, int n) {
    int w = blockDim.x, t = threadIdx.x, first = w * blockIdx.x, count = min(w, n - first);
    if (t < count / 2) {
        int other = a[first + count - 1 - t];
        a[first + count - 1 - t] = a[first + t];
        a[first + t] = other;
    }
}

void solve(int *dev_a, int n, int w) {
    if (n > 0)
        reverse<<<(n + w - 1) / w, w>>>(dev_a, n);
}
