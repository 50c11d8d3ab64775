// 26_dynamic: the number of pieces is rounded down
// says: wrong for n = 31, w = 32
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
    if (n >= w)
        reverse<<<n / w, w, w * sizeof(int)>>>(dev_a, n);
}
