// exit: 1
// says: shuffle_mask\.cu:10: thread 8 of block \(0,0,0\) .* with mask 0x000000ff and width 32;
// says: the mask must name the caller
// says: ^cudaDeviceSynchronize: cudaErrorLaunchFailure
#include "fault.h"

__global__ void some(int *out, unsigned mask) {
    int v = out[threadIdx.x];
    v += 2 * // the line is that of the call
         __shfl_xor_sync(mask, v, 1);
    out[threadIdx.x] = v;
}

int main() {
    int *out;
    cudaMalloc(&out, 64 * sizeof(int));
    some<<<1, 64>>>(out, 0xff);
    return outcome();
}
