// exit: 1
// says: trap\.cu:11: thread 7 of block \(0,0,0\) in kernel stop_here called __trap\(\)
// says: ^thread 6 has printed this$
// says: ^cudaDeviceSynchronize: cudaErrorLaunchFailure
#include "fault.h"

__global__ void stop_here(int *out) {
    if (threadIdx.x == 6)
        printf("thread %u has printed this\n", threadIdx.x);
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
