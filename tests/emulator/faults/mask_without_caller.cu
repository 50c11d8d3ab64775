// exit: 1
// says: mask_without_caller\.cu:9: thread 40 of block \(2,0,0\) .* with mask 0x000000ff
// says: the mask must name the caller
// says: ^cudaDeviceSynchronize: cudaErrorLaunchFailure
#include "fault.h"

__global__ void wrong_mask(unsigned *out) {
    if (blockIdx.x != 2 || threadIdx.x == 40)
        *out = __ballot_sync(blockIdx.x == 2 ? 0xffu : 0xffffffffu, 1);
}

int main() {
    unsigned *out;
    cudaMalloc(&out, sizeof(unsigned));
    wrong_mask<<<3, 64>>>(out);
    return outcome();
}
