// 01_double: writes to the pipe of the judge
// says: REFUSED: {file}:{line}: write is nothing that an answer needs
#include "../common/book.h"
ssize_t write(int, const void *, size_t); // here
__global__ void twice(float *x, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n)
        x[i] *= 2;
}
void solve(float *dev_x, int n) {
    write(3, "D\0\0\0\0\0\0\0\0", 9);
    (void)dev_x;
    (void)n;
}
