// 01_double: works on the host, in managed memory
// says: REFUSED: {file}:{line}: '__managed__' is of no use
#include "../common/book.h"
__managed__ float shared_with_host[100000]; // here
__global__ void twice(float *x, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n)
        x[i] *= 2;
}
void solve(float *dev_x, int n) {
    if (n > 0)
        twice<<<(n + 255) / 256, 256>>>(dev_x, n);
}
