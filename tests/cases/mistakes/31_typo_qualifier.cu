// $ ./book run
// exit: 1
// says: __global__
#include <stdio.h>
_global_ void k() { printf("hi\n"); }
int main() {
    k<<<1, 1>>>();
    cudaDeviceSynchronize();
}
