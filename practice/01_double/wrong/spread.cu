// 01_double: neighbouring threads take elements that lie apart
// says: 8 sectors a request to global memory, 4 would do
#include "../common/book.h"

__global__ void twice(float *x, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    i = i / 64 * 64 + i % 32 * 2 + i / 32 % 2;
    if (i < n)
        x[i] *= 2;
}

void solve(float *dev_x, int n) {
    if (n > 0)
        twice<<<(n + 255) / 256, 256>>>(dev_x, n);
}
