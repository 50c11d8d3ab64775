// env: CUDA_EMULATOR_WATCHDOG=0.3
// exit: 1
// says: error: endless loop: no thread of block \(0,0,0\) of kernel count_for_ever has
// says: endless_loop\.cu:(11|13|14): thread 0 still runs$
// says: ^this is printed$
// says: ^cudaDeviceSynchronize: cudaErrorLaunchTimeout
// says: ^a kernel after the reset: cudaSuccess, right
#include "fault.h"

__global__ void count_for_ever(volatile int *out) {
    out[1] = 1;
    printf("this is printed\n");
    for (;;)
        *out = *out + 1;
}

int main() {
    int *out;
    cudaMalloc(&out, 2 * sizeof(int));
    count_for_ever<<<1, 1>>>(out);
    const int code = outcome();
    recover();
    return code;
}
