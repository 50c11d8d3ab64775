// env: CUDA_EMULATOR_WATCHDOG=0.3
// exit: 1
// says: error: endless loop: no thread of block \(0,0,0\) of kernel stride_for_ever has
// says: endless_stride\.cu:(11|12|13): .*still run
// says: ^cudaDeviceSynchronize: cudaErrorLaunchTimeout
// says: ^a kernel after the reset: cudaSuccess, right
#include "fault.h"

// That threads take turns in such loops is no progress.
__global__ void stride_for_ever(volatile int *out) {
    for (int i = threadIdx.x; out[0] != 2; i += blockDim.x * gridDim.x)
        out[1] = i & 1;
}

int main() {
    int *out;
    cudaMalloc(&out, 2 * sizeof(int));
    cudaMemset(out, 0, 2 * sizeof(int));
    stride_for_ever<<<1, 64>>>(out);
    const int code = outcome();
    recover();
    return code;
}
