// 01_double: throws an exception out of the case
// says: REFUSED: {file}: typeinfo for int is nothing that an answer needs
#include "../common/book.h"
__global__ void nothing(float *, int) {}
void solve(float *dev_x, int n) {
    (void)dev_x;
    if (n > 0)
        throw 1;
}
