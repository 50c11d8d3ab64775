// 01_double: runs before main(), by an attribute of C++
// says: REFUSED: {file}:{line}: 'gnu' is of no use
#include "../common/book.h"

[[gnu::constructor]] static void first(void) { // here
    printf("first\n");
}

__global__ void twice(float *, int) {}

void solve(float *dev_x, int n) {
    if (n > 0)
        twice<<<1, 1>>>(dev_x, n);
}
