// 01_double: does all in a single thread
// says: 1 thread, at least
#include "../common/book.h"
__global__ void twice(float *x, int n) {
    for (int i = 0; i < n; i++)
        x[i] *= 2;
}
void solve(float *dev_x, int n) {
    if (n > 0)
        twice<<<1, 1>>>(dev_x, n);
}
