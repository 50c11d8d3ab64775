// env: CUDA_EMULATOR_WATCHDOG=0.3
// exit: 1
// says: error: endless loop: no thread of block \(0,0,0\) of kernel take_sines has
// says: endless_sines\.cu:(11|12): thread 0 still runs$
// says: ^cudaDeviceSynchronize: cudaErrorLaunchTimeout
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
