// 01_double: changes what the judge has
// says: REFUSED: {file}:{line}: 'practice' is not CUDA
#include "../common/book.h"
__global__ void twice(float *x, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n)
        x[i] *= 2;
}
namespace practice { // here
struct judge;
void judged(judge &) {}
} // namespace practice
void solve(float *dev_x, int n) {
    if (n > 0)
        twice<<<(n + 255) / 256, 256>>>(dev_x, n);
}
