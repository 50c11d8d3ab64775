// each: emulator portable
// env: CUDA_EMULATOR_WATCHDOG=0.3
// exit: 1
// says: endless_tail_recursion\.cu:(9|10|13|14): thread 0
// says: ^cudaDeviceSynchronize: cudaError(LaunchTimeout|IllegalAddress)
#include "fault.h"

// An optimising compiler leaves one jump of it, which has no line.
__device__ int deeper(int n) {
    return n + deeper(n + 1) * 2;
}

__global__ void recurse(int *out) {
    out[0] = deeper(out[0]);
}

int main() {
    int *out;
    cudaMalloc(&out, sizeof(int));
    cudaMemset(out, 0, sizeof(int));
    recurse<<<1, 1>>>(out);
    return outcome();
}
