// each: emulator portable
// exit: 1
// says: null_store\.cu:9: thread 3 of block \(1,0,0\) in kernel store used address 0,
// says: ^cudaDeviceSynchronize: cudaErrorIllegalAddress
#include "fault.h"

__global__ void store(int *nowhere) {
    if (threadIdx.x == 3 && blockIdx.x == 1)
        *nowhere = 1;
}

int main() {
    store<<<2, 32>>>(nullptr);
    return outcome();
}
