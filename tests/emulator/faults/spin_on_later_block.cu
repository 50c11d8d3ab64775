// expect: 1 ~ error: endless loop: no thread of block \(0,0,0\) of kernel wait_for_next has
// expect: ~ spin_on_later_block\.cu:(12|13): thread 0 still runs
// expect: ~ ^cudaDeviceSynchronize: cudaErrorLaunchTimeout
// environment: CUDA_EMULATOR_WATCHDOG=0.3
// environment: CUDA_EMULATOR_WORKERS=1
#include "fault.h"

// Each block waits for the one after it, which with one worker has not begun. A GPU that does not
// hold all blocks at a time stands still just so.
__global__ void wait_for_next(volatile int *flags) {
    if (blockIdx.x + 1 < gridDim.x)
        while (flags[blockIdx.x + 1] == 0)
            ;
    flags[blockIdx.x] = 1;
}

int main() {
    int *flags;
    cudaMalloc(&flags, 2 * sizeof(int));
    cudaMemset(flags, 0, 2 * sizeof(int));
    wait_for_next<<<2, 1>>>(flags);
    return outcome();
}
