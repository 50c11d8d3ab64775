// cudaMalloc(d_out, ...) instead of cudaMalloc(&d_out, ...).
// each: g++ clang++
// $ ./book run
// $ ./book check
// exit: 1
// says: {here}:[0-9]+: error: cudaMalloc takes the address of the pointer: cudaMalloc\(&d_out
#include <stdio.h>

int main() {
    int *d_out;
    cudaMalloc(d_out, 64 * sizeof(int)); // here
    cudaFree(d_out);
}
