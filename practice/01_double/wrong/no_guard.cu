// 01_double: no thread asks whether there is an element for it
// says: out of bounds
#include "../common/book.h"

__global__ void twice(float *x, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    x[i] *= 2;
}

void solve(float *dev_x, int n) {
    if (n > 0)
        twice<<<(n + 255) / 256, 256>>>(dev_x, n);
}
