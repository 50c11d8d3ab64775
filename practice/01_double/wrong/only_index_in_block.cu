// 01_double: the thread forgets which block it is in
// says: race on global memory
#include "../common/book.h"

__global__ void twice(float *x, int n) {
    int i = threadIdx.x;
    if (i < n)
        x[i] *= 2;
}

void solve(float *dev_x, int n) {
    if (n > 0)
        twice<<<(n + 255) / 256, 256>>>(dev_x, n);
}
