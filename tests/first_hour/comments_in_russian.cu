// Comments and names in Cyrillic and Chinese. No mistake.
// $ ./book run
// $ ./book check
// says: ^9$
#include <stdio.h>

// Сумма двух чисел, 两个数的和
__global__ void add(int a, int b, int *c) {
    *c = a + b;
}

int main() {
    int out, *d_out;
    cudaMalloc(&d_out, sizeof out);
    add<<<1, 1>>>(2, 7, d_out);
    cudaMemcpy(&out, d_out, sizeof out, cudaMemcpyDeviceToHost);
    printf("%d\n", out);
    cudaFree(d_out);
}
