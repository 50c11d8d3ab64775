// 01_double: takes the memory away that the judge wants to read
// says: cannot read the result
#include "../common/book.h"
__global__ void twice(float *x, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n)
        x[i] *= 2;
}
void solve(float *dev_x, int n) {
    cudaDeviceReset();
    if (n > 0)
        twice<<<(n + 255) / 256, 256>>>(dev_x, n);
    cudaGetLastError();
}
