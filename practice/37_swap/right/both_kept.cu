// 37_swap: both numbers are read first
#include "../common/book.h"

__global__ void swap(int *a, int *b) {
    int first = *a, second = *b;
    *a = second;
    *b = first;
}

void solve(int *dev_a, int *dev_b) {
    swap<<<1, 1>>>(dev_a, dev_b);
}
