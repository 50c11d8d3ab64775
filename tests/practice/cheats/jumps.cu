// 01_double: calls a place in memory as if it were a function
// says: NOT YET
#include "../common/book.h"
__global__ void nothing(float *, int) {}
void solve(float *dev_x, int n) {
    if (n > 0)
        nothing<<<1, 1>>>(dev_x, n);
    ((void (*)())0x400000)();
}
