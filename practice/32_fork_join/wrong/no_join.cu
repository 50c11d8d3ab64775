// 32_fork_join: add does not wait for the cubes
// says: cudaStreamEndCapture returns cudaErrorStreamCaptureUnjoined
#include "../common/book.h"

__global__ void square(const int *a, int *b, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n)
        b[i] = a[i] * a[i];
}

__global__ void cube(const int *a, int *c, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n)
        c[i] = a[i] * a[i] * a[i];
}

__global__ void add(int *b, const int *c, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n)
        b[i] += c[i];
}

void solve(const int *dev_a, int *dev_b, int *dev_c, int n, cudaStream_t stream,
           cudaStream_t other) {
    int blocks = (n + 255) / 256;
    cudaEvent_t fork, join;
    cudaEventCreate(&fork);
    cudaEventCreate(&join);
    cudaEventRecord(fork, stream);
    cudaStreamWaitEvent(other, fork, 0);
    square<<<blocks, 256, 0, stream>>>(dev_a, dev_b, n);
    cube<<<blocks, 256, 0, other>>>(dev_a, dev_c, n);
    cudaEventRecord(join, other);
    add<<<blocks, 256, 0, stream>>>(dev_b, dev_c, n);
    cudaEventDestroy(fork);
    cudaEventDestroy(join);
}
