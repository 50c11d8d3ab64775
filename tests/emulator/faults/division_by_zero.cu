// expect: 1 ~ division_by_zero\.cu:7: thread 5 of block \(0,0,0\) in kernel divide divided
// expect: ~ divided an integer by zero ~ ^cudaDeviceSynchronize: cudaErrorLaunchFailure
// sanitizer: skip
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
