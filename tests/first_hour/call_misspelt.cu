// cudaMaloc for cudaMalloc.
// run: 1 ~ HERE:[0-9]+: error: ~ TODO
// check: 1 ~ HERE:[0-9]+: error: ~ TODO
#include <stdio.h>

int main() {
    int *d_out;
    cudaMaloc(&d_out, 64 * sizeof(int)); // here
    cudaFree(d_out);
}
