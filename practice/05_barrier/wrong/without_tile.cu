// 05_barrier: without shared memory
// says: 0 requests to shared memory, some are asked
#include "../common/book.h"

__global__ void reverse(const int *a, int *b) {
    int first = blockIdx.x * 256;
    b[first + threadIdx.x] = a[first + 255 - threadIdx.x];
}

void solve(const int *dev_a, int *dev_b, int n) {
    if (n > 0)
        reverse<<<n / 256, 256>>>(dev_a, dev_b);
}
