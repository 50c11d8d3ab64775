// env: CUDA_EMULATOR_WATCHDOG=0.3
// exit: 1
// says: error: endless loop: no thread of block \(0,0,0\) of kernel lock_over_barrier has
// says: mutex_and_barrier\.cu:(10|11): threads 1-3 still run
// says: mutex_and_barrier\.cu:12: thread 0 waits at __syncthreads\(\)
// says: ^cudaDeviceSynchronize: cudaErrorLaunchTimeout
#include "fault.h"

__global__ void lock_over_barrier(int *mutex) {
    while (atomicCAS(mutex, 0, 1) != 0)
        ;
    __syncthreads(); // the holder waits here for those who wait for it
    atomicExch(mutex, 0);
}

int main() {
    int *mutex;
    cudaMalloc(&mutex, sizeof(int));
    cudaMemset(mutex, 0, sizeof(int));
    lock_over_barrier<<<1, 4>>>(mutex);
    return outcome();
}
