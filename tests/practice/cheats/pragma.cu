// 01_double: has the compiler rename things
// says: REFUSED: {file}:{line}: a directive that
#include "../common/book.h"
#pragma redefine_extname solve_it solve // here
__global__ void twice(float *x, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n)
        x[i] *= 2;
}
void solve(float *dev_x, int n) {
    if (n > 0)
        twice<<<(n + 255) / 256, 256>>>(dev_x, n);
}
