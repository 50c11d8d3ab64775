// env: CUDA_EMULATOR_WATCHDOG=0.3
// env: CUDA_EMULATOR_WORKERS=1
// exit: 1
// says: error: endless loop: no thread of block \([0-9]+,0,0\) of kernel wait_for_next has
// says: spin_on_later_block\.cu:(14|15): thread 0 still runs
// says: 1 of 33 blocks have not begun; the device has room for 32 at a time, and one that waits for a block that has not begun waits for ever$
// says: ^cudaDeviceSynchronize: cudaErrorLaunchTimeout
#include "fault.h"

// Each block waits for the one after it, which is fine while all are resident together. The device
// of one worker has one processor, which holds 32 blocks.
__global__ void wait_for_next(volatile int *flags) {
    if (blockIdx.x + 1 < gridDim.x)
        while (flags[blockIdx.x + 1] == 0)
            ;
    flags[blockIdx.x] = 1;
}

int main() {
    const int blocks = 33;
    int *flags;
    cudaMalloc(&flags, blocks * sizeof(int));
    cudaMemset(flags, 0, blocks * sizeof(int));
    wait_for_next<<<blocks, 1>>>(flags);
    return outcome();
}
