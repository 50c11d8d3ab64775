// cudaMalloc was forgotten.
// run: 1 ~ thread 0 .* in kernel square used address 0, where there is no memory
// check: 98 ~ HERE: thread 0 .* used address 0, where there is no memory
#include <stdio.h>

__global__ void square(int *out) {
    out[threadIdx.x] = threadIdx.x * threadIdx.x; // here
}

int main() {
    int *d_out = NULL;
    square<<<1, 64>>>(d_out);
    printf("done\n");
}
