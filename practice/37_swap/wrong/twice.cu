// 37_swap: launched twice: all is as it was
// says: wrong for n = 1: a[0] is
#include "../common/book.h"

__global__ void swap(int *a, int *b) {
    int first = *a;
    *a = *b;
    *b = first;
}

void solve(int *dev_a, int *dev_b) {
    swap<<<1, 1>>>(dev_a, dev_b);
    swap<<<1, 1>>>(dev_a, dev_b);
}
