// 01_double: does something when the program ends
// says: REFUSED: {file}:{line}: atexit is nothing that an answer needs
#include "../common/book.h"
__global__ void twice(float *x, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n)
        x[i] *= 2;
}
static void later(void) {
    printf("RIGHT: all\n");
}
void solve(float *dev_x, int n) {
    atexit(later); // here
    if (n > 0)
        twice<<<(n + 255) / 256, 256>>>(dev_x, n);
}
