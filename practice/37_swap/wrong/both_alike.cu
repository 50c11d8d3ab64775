// 37_swap: the first number is lost
// says: wrong for n = 1: b[0] is
#include "../common/book.h"

__global__ void swap(int *a, int *b) {
    *a = *b;
    *b = *a;
}

void solve(int *dev_a, int *dev_b) {
    swap<<<1, 1>>>(dev_a, dev_b);
}
