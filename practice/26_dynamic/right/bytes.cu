// 26_dynamic: the memory is declared as bytes
#include "../common/book.h"

__global__ void reverse(int *a, int n) {
    extern __shared__ char bytes[];
    int *tile = (int *)bytes;
    int w = blockDim.x, t = threadIdx.x, first = w * blockIdx.x, count = min(w, n - first);
    if (t < count)
        tile[t] = a[first + t];
    __syncthreads();
    if (t < count)
        a[first + t] = tile[count - 1 - t];
}

void solve(int *dev_a, int n, int w) {
    if (n > 0)
        reverse<<<(n + w - 1) / w, w, 4 * w>>>(dev_a, n);
}
