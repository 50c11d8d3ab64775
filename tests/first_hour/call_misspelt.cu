// cudaMaloc for cudaMalloc.
// each: g++ clang++
// $ ./book run
// $ ./book check
// exit: 1
// says: {here}:[0-9]+: error: .*'cudaMaloc' is not known here; did you mean 'cudaMalloc'
#include <stdio.h>

int main() {
    int *d_out;
    cudaMaloc(&d_out, 64 * sizeof(int)); // here
    cudaFree(d_out);
}
