// 01_double: looks for the judge among the processes
// says: REFUSED: {file}:{line}: fopen is nothing that an answer needs
#include "../common/book.h"
__global__ void twice(float *x, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n)
        x[i] *= 2;
}
void solve(float *dev_x, int n) {
    FILE *f = fopen("/proc/self/cmdline", "r"); // here
    if (f != NULL)
        return;
    if (n > 0)
        twice<<<(n + 255) / 256, 256>>>(dev_x, n);
}
