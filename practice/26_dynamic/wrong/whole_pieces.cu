// 26_dynamic: the last piece is taken to have w elements
// says: wrong for n = 1, w = 100
#include "../common/book.h"

__global__ void reverse(int *a, int n) {
    extern __shared__ int tile[];
    int w = blockDim.x, t = threadIdx.x, first = w * blockIdx.x, count = min(w, n - first);
    if (t < count)
        tile[t] = a[first + t];
    __syncthreads();
    if (t < count)
        a[first + t] = w - 1 - t < count ? tile[w - 1 - t] : 0;
}

void solve(int *dev_a, int n, int w) {
    if (n > 0)
        reverse<<<(n + w - 1) / w, w, w * sizeof(int)>>>(dev_a, n);
}
