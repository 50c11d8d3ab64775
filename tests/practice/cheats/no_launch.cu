// 01_double: launches nothing
// says: is nothing that an answer needs
#include "../common/book.h"
void solve(float *dev_x, int n) {
    cudaMemcpy2D(dev_x, 4, dev_x, 4, 4, n, cudaMemcpyDeviceToDevice);
}
