// 01_double: works on the host, on a copy
// says: REFUSED: {file}:{line}: cudaMemcpy is nothing that an answer needs
#include "../common/book.h"
__global__ void nothing(float *, int) {}
void solve(float *dev_x, int n) {
    float x[100000];
    cudaMemcpy(x, dev_x, n * sizeof(float), cudaMemcpyDeviceToHost); // here
    for (int i = 0; i < n; i++)
        x[i] *= 2;
    cudaMemcpy(dev_x, x, n * sizeof(float), cudaMemcpyHostToDevice);
}
