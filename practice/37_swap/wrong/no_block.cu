// 37_swap: a launch of no blocks
// says: a call of solve() fails
#include "../common/book.h"

__global__ void swap(int *a, int *b) {
    int first = *a;
    *a = *b;
    *b = first;
}

void solve(int *dev_a, int *dev_b) {
    swap<<<0, 1>>>(dev_a, dev_b);
}
