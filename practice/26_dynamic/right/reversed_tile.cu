// 26_dynamic: reversed when it comes in
#include "../common/book.h"

__global__ void reverse(int *a, int n) {
    extern __shared__ int tile[];
    int w = blockDim.x, t = threadIdx.x, first = w * blockIdx.x, count = min(w, n - first);
    if (t < count)
        tile[count - 1 - t] = a[first + t];
    __syncthreads();
    if (t < count)
        a[first + t] = tile[t];
}

void solve(int *dev_a, int n, int w) {
    if (n > 0)
        reverse<<<(n + w - 1) / w, w, w * sizeof(int)>>>(dev_a, n);
}
