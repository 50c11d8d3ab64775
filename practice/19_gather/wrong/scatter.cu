// 19_gather: the other way: a[i] goes to where from[i] says
// says: race on global memory
#include "../common/book.h"

__global__ void gather(const int *a, int count, const int *from, int *c, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n)
        if (from[i] >= 0 && from[i] < count && from[i] < n && i < count)
            c[from[i]] = a[i];
}

void solve(const int *dev_a, int count, const int *dev_from, int *dev_c, int n) {
    if (n > 0)
        gather<<<(n + 255) / 256, 256>>>(dev_a, count, dev_from, dev_c, n);
}
