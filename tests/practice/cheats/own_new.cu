// 01_double: takes the place of operator new
// says: REFUSED: {file}:{line}: it defines operator new
#include "../common/book.h"
static char heap[1 << 20];
void *operator new(size_t) { // here
    return heap;
}
__global__ void twice(float *x, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n)
        x[i] *= 2;
}
void solve(float *dev_x, int n) {
    static void *(*volatile keep)(size_t) = operator new;
    keep(4);
    if (n > 0)
        twice<<<(n + 255) / 256, 256>>>(dev_x, n);
}
