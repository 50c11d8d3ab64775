// 37_swap: by a function of the device, with references
#include "../common/book.h"

__device__ void exchange(int &one, int &other) {
    int kept = one;
    one = other;
    other = kept;
}

__global__ void swap(int *a, int *b) {
    exchange(*a, *b);
}

void solve(int *dev_a, int *dev_b) {
    swap<<<1, 1>>>(dev_a, dev_b);
}
