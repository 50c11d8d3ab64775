// each: emulator portable
// exit: 1
// says: division_by_zero\.cu:9: thread 5 of block \(0,0,0\) in kernel divide divided
// says: divided an integer by zero
// says: ^cudaDeviceSynchronize: cudaErrorLaunchFailure
#include "fault.h"

__global__ void divide(int *out, int n) {
    out[threadIdx.x] = n / (5 - static_cast<int>(threadIdx.x));
}

int main() {
    int *out;
    cudaMalloc(&out, 32 * sizeof(int));
    divide<<<1, 32>>>(out, 100);
    return outcome();
}
