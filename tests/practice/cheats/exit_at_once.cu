// 01_double: ends the program behind the checker's back
// says: REFUSED: {file}:{line}: _exit is nothing that an answer needs
#include "../common/book.h"
__global__ void twice(float *x, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n)
        x[i] *= 2;
}
void _exit(int); // here
void solve(float *dev_x, int n) {
    twice<<<(n + 255) / 256, 256>>>(dev_x, n);
    _exit(0);
}
