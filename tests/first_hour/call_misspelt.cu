// cudaMaloc for cudaMalloc.
// both: 1 ~ HERE:[0-9]+: error: .*'cudaMaloc' is not known here; did you mean 'cudaMalloc'
#include <stdio.h>

int main() {
    int *d_out;
    cudaMaloc(&d_out, 64 * sizeof(int)); // here
    cudaFree(d_out);
}
