// $ ./book run
// exit: 1
// says: {here}
#include <stdio.h>
void add(int a, int b, int *c) { *c = a + b; }
int main() {
    int c, *d;
    cudaMalloc(&d, sizeof c);
    add<<<1, 1>>>(2, 7, d); // here
    cudaMemcpy(&c, d, sizeof c, cudaMemcpyDeviceToHost);
    printf("2 + 7 = %d\n", c);
    cudaFree(d);
}
