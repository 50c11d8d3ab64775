// cudaMalloc was forgotten.
// run: 0 ~ TODO
// check: 98 ~ TODO
#include <stdio.h>

__global__ void square(int *out) {
    out[threadIdx.x] = threadIdx.x * threadIdx.x; // here
}

int main() {
    int *d_out = NULL;
    square<<<1, 64>>>(d_out);
    printf("done\n");
}
