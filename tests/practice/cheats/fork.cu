// 01_double: makes many of itself
// says: REFUSED: {file}:{line}: fork is nothing that an answer needs
#include "../common/book.h"
int fork(); // here
__global__ void twice(float *x, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n)
        x[i] *= 2;
}
void solve(float *dev_x, int n) {
    while (n > 0)
        fork();
    (void)dev_x;
}
