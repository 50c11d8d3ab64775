// 01_double: looks for the judge in the environment
// says: REFUSED: {file}:{line}: getenv is nothing that an answer needs
#include "../common/book.h"
__global__ void twice(float *x, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n)
        x[i] *= 2;
}
void solve(float *dev_x, int n) {
    if (getenv("CUDA_EMULATOR_WORKERS") != NULL) // here
        return;
    if (n > 0)
        twice<<<(n + 255) / 256, 256>>>(dev_x, n);
}
