// 03_add_loop: the loop as the book writes it
#include "../common/book.h"

__global__ void add(const float *a, const float *b, float *c, int n) {
    int tid = threadIdx.x + blockIdx.x * blockDim.x;
    while (tid < n) {
        c[tid] = a[tid] + b[tid];
        tid += blockDim.x * gridDim.x;
    }
}

void solve(const float *dev_a, const float *dev_b, float *dev_c, int n) {
    add<<<64, 256>>>(dev_a, dev_b, dev_c, n);
}
