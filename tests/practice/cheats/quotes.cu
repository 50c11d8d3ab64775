// 01_double: hides a call of the system between quotes that are none
// says: REFUSED: {file}:{line}: a ' between digits
#include "../common/book.h"

#define NOTHING(...)
__global__ void twice(float *, int) {}

void solve(float *dev_x, int n) {
    NOTHING(1'"') asm volatile("nop") NOTHING(1'"'); // here
    if (n > 0)
        twice<<<1, 1>>>(dev_x, n);
}
