// A kernel gets a pointer to the host's memory.
// each: g++ clang++ bfd gold lld
// $ ./book run
// says: ^last: 3969$
// says: host_pointer.cu:20: kernel square gets a pointer to no memory of the device, as its argument out
// $ ./book check
// exit: 98
// says: kernel touches memory of the host in kernel square
// says: {here}: thread 0
// says: missing: memory of cudaMalloc or cudaMallocManaged
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
