// A kernel gets a pointer to the host's memory.
// run: 0 ~ ^last: 3969$ ~ host_pointer.cu:13: kernel square gets a pointer to no memory of the device, as its argument out
// check: 98 ~ kernel touches memory of the host in kernel square ~ HERE: thread 0 ~ missing: memory of cudaMalloc or cudaMallocManaged
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
