// exit: 1
// says: trap\.cu:8: thread 7 of block \(0,0,0\) in kernel stop_here called __trap\(\)
// says: ^cudaDeviceSynchronize: cudaErrorLaunchFailure
#include "fault.h"

__global__ void stop_here(int *out) {
    if (threadIdx.x == 7)
        __trap();
    out[threadIdx.x] = 1;
}

int main() {
    int *out;
    cudaMalloc(&out, 32 * sizeof(int));
    stop_here<<<1, 32>>>(out);
    return outcome();
}
