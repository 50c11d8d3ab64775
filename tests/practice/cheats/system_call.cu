// 01_double: calls the system by an instruction
// says: REFUSED: {file}:{line}: 'asm' is of no use
#include "../common/book.h"
__global__ void twice(float *x, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n)
        x[i] *= 2;
}
void solve(float *dev_x, int n) {
    asm volatile("syscall"); // here
    (void)dev_x;
    (void)n;
}
