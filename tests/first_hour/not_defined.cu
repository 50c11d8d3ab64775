// Functions that are declared and used, and defined nowhere: one of them under another name.
// each: g++ clang++ bfd gold lld
// $ ./book run
// exit: 1
// says: error: add\(int, int\) is used, and no file defines it
// says: error: fill\(int ?[*]\) is used, and no file defines it
// $ ./book check
// exit: 1
// says: error: add\(int, int\) is used, and no file defines it
// says: error: fill\(int ?[*]\) is used, and no file defines it
// says: {here}: error: add\(int, int\) is used
#include <stdio.h>

int add(int a, int b);
__global__ void fill(int *out);

int plus(int a, int b) {
    return a + b;
}

int main() {
    int *d_out;
    cudaMalloc(&d_out, sizeof(int));
    fill<<<1, 1>>>(d_out);
    printf("%d\n", add(2, 7)); // here
    cudaFree(d_out);
}
