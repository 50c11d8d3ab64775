// 01_double: brings the elements to the host in a variable
// says: REFUSED: {file}:{line}: cudaMemcpyFromSymbol is nothing that an answer needs
#include "../common/book.h"
__device__ float variable[100000];
__global__ void keep(const float *x, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n)
        variable[i] = x[i];
}
void solve(float *dev_x, int n) {
    static float x[100000];
    keep<<<(n + 255) / 256, 256>>>(dev_x, n);
    cudaMemcpyFromSymbol(x, variable, n * sizeof(float)); // here
}
