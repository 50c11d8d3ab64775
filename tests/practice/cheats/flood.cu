// 01_double: prints without end
// says: it does not end
#include "../common/book.h"
__global__ void nothing(float *, int) {}
void solve(float *dev_x, int n) {
    if (n > 0)
        nothing<<<1, 1>>>(dev_x, n);
    for (;;)
        fprintf(stderr, "CUDA checker: nothing found\n");
}
