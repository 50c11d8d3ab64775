// 37_swap: the host swaps its own two variables
// says: wrong for n = 1: a[0] is
#include "../common/book.h"

__global__ void swap(int *a, int *b) {
    int first = *a;
    *a = *b;
    *b = first;
}

void solve(int *dev_a, int *dev_b) {
    int *first = dev_a;
    dev_a = dev_b;
    dev_b = first;
    swap<<<1, 1>>>(dev_a, dev_a);
}
