// 01_double: runs before main()
// says: REFUSED: {file}:{line}: '__attribute__' is of no use
#include "../common/book.h"
__attribute__((constructor)) static void first(void) { // here
    printf("first\n");
}
__global__ void twice(float *x, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n)
        x[i] *= 2;
}
void solve(float *dev_x, int n) {
    if (n > 0)
        twice<<<(n + 255) / 256, 256>>>(dev_x, n);
}
