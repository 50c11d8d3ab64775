// A kernel gets a pointer to the host's memory.
// run: 0 ~ TODO
// check: 98 ~ TODO
#include <stdio.h>
#include <stdlib.h>

__global__ void square(int *out) {
    out[threadIdx.x] = threadIdx.x * threadIdx.x; // here
}

int main() {
    int *out = (int *)calloc(64, sizeof(int));
    square<<<1, 64>>>(out);
    cudaDeviceSynchronize();
    printf("last: %d\n", out[63]);
    free(out);
}
