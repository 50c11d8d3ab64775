// each: emulator portable
// exit: 1
// says: null_store\.cu:11: thread 3 of block \(1,0,0\) in kernel store used address 0,
// says: ^thread 3 has printed this$
// says: ^cudaDeviceSynchronize: cudaErrorIllegalAddress
#include "fault.h"

__global__ void store(int *nowhere) {
    if (threadIdx.x == 3 && blockIdx.x == 1) {
        printf("thread %u has printed this\n", threadIdx.x);
        *nowhere = 1;
    }
}

int main() {
    store<<<2, 32>>>(nullptr);
    return outcome();
}
