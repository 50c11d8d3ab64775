// $ ./book run
// exit: 1
// says: 39_infinite_loop.cu
#include <stdio.h>
__global__ void k(volatile int *flag) { while (*flag == 0) ; }
int main() {
    int *d;
    cudaMalloc(&d, 4);
    cudaMemset(d, 0, 4);
    k<<<1, 32>>>(d);
    cudaDeviceSynchronize();
    printf("done\n");
}
