// 26_dynamic: the size is said in elements
// says: out of bounds
#include "../common/book.h"

__global__ void reverse(int *a, int n) {
    extern __shared__ int tile[];
    int w = blockDim.x, t = threadIdx.x, first = w * blockIdx.x, count = min(w, n - first);
    if (t < count)
        tile[t] = a[first + t];
    __syncthreads();
    if (t < count)
        a[first + t] = tile[count - 1 - t];
}

void solve(int *dev_a, int n, int w) {
    if (n > 0)
        reverse<<<(n + w - 1) / w, w, w>>>(dev_a, n);
}
