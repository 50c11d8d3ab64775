// cudaMalloc(d_out, ...) instead of cudaMalloc(&d_out, ...).
// run: 1 ~ HERE:[0-9]+: error: ~ TODO
// check: 1 ~ HERE:[0-9]+: error: ~ TODO
#include <stdio.h>

int main() {
    int *d_out;
    cudaMalloc(d_out, 64 * sizeof(int)); // here
    cudaFree(d_out);
}
