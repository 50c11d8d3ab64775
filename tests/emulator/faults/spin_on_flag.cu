// env: CUDA_EMULATOR_WATCHDOG=0.3
// exit: 1
// says: error: endless loop: no thread of block \(0,0,0\) of kernel wait_for_nobody has
// says: of kernel wait_for_nobody has finished or passed a barrier for long
// says: spin_on_flag\.cu:10: threads 0-7 still run
// says: ^cudaDeviceSynchronize: cudaErrorLaunchTimeout
#include "fault.h"

__global__ void wait_for_nobody(volatile int *flag) {
    while (*flag == 0)
        ;
}

int main() {
    int *flag;
    cudaMalloc(&flag, sizeof(int));
    cudaMemset(flag, 0, sizeof(int));
    wait_for_nobody<<<1, 8>>>(flag);
    return outcome();
}
