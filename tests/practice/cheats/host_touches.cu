// 01_double: works on the host, on the memory of the device
// says: NOT YET
#include "../common/book.h"
__global__ void nothing(float *, int) {}
void solve(float *dev_x, int n) {
    for (int i = 0; i < n; i++)
        dev_x[i] *= 2; // here
}
