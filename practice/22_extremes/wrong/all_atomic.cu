// 22_extremes: each thread for itself, by atomic operations
// says: atomic operations on global memory, at most 256 asked
#include "../common/book.h"

__global__ void begin(const int *a, int *extremes) {
    extremes[0] = extremes[1] = a[0];
}

__global__ void find(const int *a, int *extremes, int n) {
    int i = threadIdx.x + blockIdx.x * 256;
    if (i < n) {
        atomicMin(&extremes[0], a[i]);
        atomicMax(&extremes[1], a[i]);
    }
}

void solve(const int *dev_a, int *dev_extremes, int n) {
    begin<<<1, 1>>>(dev_a, dev_extremes);
    find<<<(n + 255) / 256, 256>>>(dev_a, dev_extremes, n);
}
