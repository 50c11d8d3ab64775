// 19_gather: a grid-stride loop
#include "../common/book.h"

__global__ void gather(const int *a, int count, const int *from, int *c, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    for (; i < n; i += blockDim.x * gridDim.x) {
        int place = from[i];
        c[i] = -1;
        if (place >= 0 && place < count)
            c[i] = a[place];
    }
}

void solve(const int *dev_a, int count, const int *dev_from, int *dev_c, int n) {
    if (n > 0)
        gather<<<64, 256>>>(dev_a, count, dev_from, dev_c, n);
}
