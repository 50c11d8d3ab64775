// expect: 1 ~ launch_in_kernel\.cu:12: thread 3 of block \(0,0,0\) in kernel parent launches kernel child: the emulator has no dynamic parallelism
// expect: ~ ^cudaDeviceSynchronize: cudaErrorNotSupported
// expect: ~ ^cudaDeviceReset: ~ ^a kernel after the reset: cudaSuccess, right
#include "fault.h"

__global__ void child(int *out) {
    *out = 2;
}

__global__ void parent(int *out) {
    if (threadIdx.x == 3)
        child<<<1, 1>>>(out);
    out[threadIdx.x] = 1;
}

int main() {
    int *out;
    cudaMalloc(&out, 64 * sizeof(int));
    parent<<<1, 64>>>(out);
    const int code = outcome();
    recover();
    return code;
}
