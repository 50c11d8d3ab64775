// A minus sign copied from a page.
// each: g++ clang++
// $ ./book run
// $ ./book check
// exit: 1
// says: {here}:[0-9]+: error: .*is a minus sign of print, .* Write - instead
#include <stdio.h>

__global__ void add(int a, int b, int *c) {
    *c = a − b; // here
}

int main() {
    int out, *d_out;
    cudaMalloc(&d_out, sizeof out);
    add<<<1, 1>>>(2, 7, d_out);
    cudaMemcpy(&out, d_out, sizeof out, cudaMemcpyDeviceToHost);
    printf("%d\n", out);
    cudaFree(d_out);
}
