// exit: 1
// says: shuffle_width\.cu:8: thread 0 of block \(0,0,0\) .* width 12;
// says: a power of two up to 32
// says: ^cudaDeviceSynchronize: cudaErrorLaunchFailure
#include "fault.h"

__global__ void wrong_width(int *out, int width) {
    out[threadIdx.x] = __shfl_xor_sync(0xffffffffu, static_cast<int>(threadIdx.x), 1, width);
}

int main() {
    int *out;
    cudaMalloc(&out, 32 * sizeof(int));
    wrong_width<<<1, 32>>>(out, 12);
    return outcome();
}
