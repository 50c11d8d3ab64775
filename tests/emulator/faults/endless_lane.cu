// env: CUDA_EMULATOR_WATCHDOG=0.3
// each: emulator portable
// exit: 1
// says: error: endless loop: no thread of block \(0,0,0\) of kernel multiply has
// says: endless_lane\.cu:(11|12): threads 0-63 still run$
// says: ^cudaDeviceSynchronize: cudaErrorLaunchTimeout
#include "fault.h"

// Only thread 37 never ends: no power of 5 is even. Its neighbours are lanes of the same loop.
__global__ void multiply(const unsigned *limits, unsigned *sums) {
    for (unsigned k = 1; k != limits[threadIdx.x]; k *= 5)
        sums[threadIdx.x] += k;
}

int main() {
    unsigned *limits, *sums, host[64];
    for (unsigned i = 0; i < 64; i++)
        host[i] = i == 37 ? 2 : 25;
    cudaMalloc(&limits, sizeof host);
    cudaMalloc(&sums, sizeof host);
    cudaMemcpy(limits, host, sizeof host, cudaMemcpyHostToDevice);
    multiply<<<1, 64>>>(limits, sums);
    return outcome();
}
