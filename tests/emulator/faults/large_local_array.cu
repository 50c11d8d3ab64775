// each: emulator portable
// exit: 1
// says: large_local_array\.cu:(9|10|11|12): thread 0 of block \(0,0,0\) in kernel fill_locally has used up its stack of [0-9]+
// says: stack overflow
// says: ^cudaDeviceSynchronize: cudaErrorIllegalAddress
#include "fault.h"

// A GPU would find room for this array; a thread here has 256 KiB of stack.
__global__ void fill_locally(int *out, int n) {
    volatile int local[75 * 1024];
    for (int i = 0; i < n; ++i)
        local[i] = i;
    out[threadIdx.x] = local[n / 2];
}

int main() {
    int *out;
    cudaMalloc(&out, 32 * sizeof(int));
    fill_locally<<<1, 32>>>(out, 75 * 1024);
    return outcome();
}
