// 01_double: launches thousands of threads, of which one works
// says: of 32 threads of a warp at work
#include "../common/book.h"
__global__ void twice(float *x, int n) {
    if (threadIdx.x + blockIdx.x == 0)
        for (int i = 0; i < n; i++)
            x[i] *= 2;
}
void solve(float *dev_x, int n) {
    if (n > 0)
        twice<<<(n + 255) / 256, 256>>>(dev_x, n);
}
