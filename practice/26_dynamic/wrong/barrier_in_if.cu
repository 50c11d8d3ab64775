// 26_dynamic: the barrier is only for those who have an element
// says: divergent barrier
#include "../common/book.h"

__global__ void reverse(int *a, int n) {
    extern __shared__ int tile[];
    int w = blockDim.x, t = threadIdx.x, first = w * blockIdx.x, count = min(w, n - first);
    if (t < count)
        tile[t] = a[first + t];
    if (t < count / 2)
        __syncthreads();
    else
        __syncthreads();
    if (t < count)
        a[first + t] = tile[count - 1 - t];
}

void solve(int *dev_a, int n, int w) {
    if (n > 0)
        reverse<<<(n + w - 1) / w, w, w * sizeof(int)>>>(dev_a, n);
}
