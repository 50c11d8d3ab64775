// Another one: a byte order mark at the beginning. No mistake.
// $ ./book run
// $ ./book check
// says: ^9$
#include <stdio.h>

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
