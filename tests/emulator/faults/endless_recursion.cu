// each: emulator portable
// exit: 1
// says: endless_recursion\.cu:([89]|1[0-6]): thread 0 of block \(0,0,0\) in kernel recurse
// says: stack overflow
// says: ^cudaDeviceSynchronize: cudaErrorIllegalAddress
// says: ^a kernel after the reset: cudaSuccess, right
#include "fault.h"

__device__ int deeper(int depth, volatile int *out) {
    volatile int frame[16];
    frame[depth % 16] = depth;
    *out = depth;
    if (depth < 0)
        return 0;
    return deeper(depth + 1, out) + frame[depth % 16];
}

__global__ void recurse(int *out) {
    out[1] = deeper(0, out);
}

int main() {
    int *out;
    cudaMalloc(&out, 2 * sizeof(int));
    recurse<<<1, 4>>>(out);
    const int code = outcome();
    recover();
    return code;
}
