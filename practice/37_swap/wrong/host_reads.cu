// 37_swap: the host reads a number of the device
// says: host touches memory of the device
#include "../common/book.h"

__global__ void put(int *a, int *b, int first) {
    *a = *b;
    *b = first;
}

void solve(int *dev_a, int *dev_b) {
    put<<<1, 1>>>(dev_a, dev_b, *dev_a);
}
