// expect: 1 ~ error: endless loop: no thread of block \(0,0,0\) of kernel take_sines has
// expect: ~ endless_sines\.cu:(10|11): thread 0 still runs$
// expect: ~ ^cudaDeviceSynchronize: cudaErrorLaunchTimeout
// environment: CUDA_EMULATOR_WATCHDOG=0.3
#include "fault.h"

// The time ends in a function of the C library, nearly always. A reader wants the line that calls
// it.
__global__ void take_sines(volatile double *x) {
    while (*x < 2)
        *x = sin(*x);
}

int main() {
    double *x;
    cudaMalloc(&x, sizeof(double));
    cudaMemset(x, 0x3f, sizeof(double)); // 0.0005
    take_sines<<<1, 1>>>(x);
    return outcome();
}
