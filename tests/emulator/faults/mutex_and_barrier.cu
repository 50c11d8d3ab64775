// expect: 1 ~ error: endless loop: no thread of block \(0,0,0\) of kernel lock_over_barrier has
// expect: ~ mutex_and_barrier\.cu:(9|10): threads 1-3 still run
// expect: ~ mutex_and_barrier\.cu:11: thread 0 waits at __syncthreads\(\)
// expect: ~ ^cudaDeviceSynchronize: cudaErrorLaunchTimeout
// environment: CUDA_EMULATOR_WATCHDOG=0.3
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
