// expect: 1 ~ null_store\.cu:8: thread 3 of block \(1,0,0\) in kernel store used address 0,
// expect: ~ ^cudaDeviceSynchronize: cudaErrorIllegalAddress
// sanitizer: skip
#include "fault.h"

__global__ void store(int *nowhere) {
    if (threadIdx.x == 3 && blockIdx.x == 1)
        *nowhere = 1;
}

int main() {
    store<<<2, 32>>>(nullptr);
    return outcome();
}
