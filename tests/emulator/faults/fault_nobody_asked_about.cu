// env: CUDA_EMULATOR_WATCHDOG=0.5
// exit: 1
// says: error: endless loop: no thread of block \([0-3],0,0\) of kernel count_for_ever has
// says: fault_nobody_asked_about\.cu:(9|10): thread 0 still runs$
// says: ^done$
#include "fault.h"

__global__ void count_for_ever(volatile int *out) {
    for (;;)
        *out = *out + 1;
}

// The exit code is not 0, although the program does not look at any result.
int main() {
    int *out, value;
    cudaMalloc(&out, sizeof(int));
    count_for_ever<<<4, 1>>>(out);
    cudaMemcpy(&value, out, sizeof value, cudaMemcpyDeviceToHost);
    cudaDeviceReset();
    std::printf("done\n");
    return 0;
}
