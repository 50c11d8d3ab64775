// $ ./book run
// exit: 1
// says: {here}.*square|square.*{here}
#include <stdio.h>
int square(int x) { return x * x; }
__global__ void k(int *c) { *c = square(7); } // here
int main() {
    int c, *d;
    cudaMalloc(&d, sizeof c);
    k<<<1, 1>>>(d);
    cudaMemcpy(&c, d, sizeof c, cudaMemcpyDeviceToHost);
    printf("%d\n", c);
    cudaFree(d);
}
