// 01_double: speaks to the emulator itself
// says: REFUSED: {file}:{line}: 'cuda_emulator' is not CUDA
#include "../common/book.h"
__global__ void twice(float *x, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n)
        x[i] *= 2;
}
void solve(float *dev_x, int n) {
    cuda_emulator::give_turn(nullptr); // here
    (void)dev_x;
    (void)n;
}
