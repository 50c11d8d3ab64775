// cudaMalloc was forgotten.
// $ ./book run
// exit: 1
// says: thread 0 .* in kernel square used address 0, where there is no memory
// $ ./book check
// exit: 98
// says: {here}: thread 0 .* used address 0, where there is no memory
#include <stdio.h>

__global__ void square(int *out) {
    out[threadIdx.x] = threadIdx.x * threadIdx.x; // here
}

int main() {
    int *d_out = NULL;
    square<<<1, 64>>>(d_out);
    printf("done\n");
}
