// 01_double: makes a word that nobody reads
// says: REFUSED: {file}:{line}: ## makes words
#include "../common/book.h"
#define join(a, b) a##b // here
__global__ void twice(float *x, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n)
        x[i] *= 2;
}
void solve(float *dev_x, int n) {
    if (n > 0)
        twice<<<(n + 255) / 256, 256>>>(dev_x, n);
}
