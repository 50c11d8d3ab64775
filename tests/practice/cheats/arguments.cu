// 01_double: reads the name of the program that runs it
// says: REFUSED: {file}:{line}: 'extern' is for shared memory only
#include "../common/book.h"
extern char *program_invocation_name; // here
__global__ void twice(float *x, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n)
        x[i] *= 2;
}
void solve(float *dev_x, int n) {
    if (program_invocation_name[0] == '/')
        return;
    if (n > 0)
        twice<<<(n + 255) / 256, 256>>>(dev_x, n);
}
