// 37_swap: two threads swap, and so nothing has happened, or anything
// says: race on global memory
#include "../common/book.h"

__global__ void swap(int *a, int *b) {
    int first = *a;
    *a = *b;
    *b = first;
}

void solve(int *dev_a, int *dev_b) {
    swap<<<1, 2>>>(dev_a, dev_b);
}
