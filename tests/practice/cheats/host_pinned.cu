// 01_double: works on the host, in pinned memory
// says: REFUSED: {file}:{line}: cudaMallocHost is nothing that an answer needs
#include "../common/book.h"
__global__ void copy(const float *from, float *to, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n)
        to[i] = from[i];
}
void solve(float *dev_x, int n) {
    float *x;
    cudaMallocHost((void **)&x, n * sizeof(float)); // here
    copy<<<(n + 255) / 256, 256>>>(dev_x, x, n);
    cudaDeviceSynchronize();
    for (int i = 0; i < n; i++)
        x[i] *= 2;
    copy<<<(n + 255) / 256, 256>>>(x, dev_x, n);
}
