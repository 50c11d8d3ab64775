// 01_double: takes the place of a function that the judge calls
// says: REFUSED: {file}:{line}: it defines cudaPeekAtLastError
#include <cuda_runtime.h>
__global__ void twice(float *x, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n)
        x[i] *= 2;
}
cudaError_t cudaPeekAtLastError() { // here
    return cudaSuccess;
}
void solve(float *dev_x, int n) {
    if (n > 0)
        twice<<<(n + 255) / 256, 256>>>(dev_x, n);
    static cudaError_t (*volatile keep)() = cudaPeekAtLastError;
    keep();
}
