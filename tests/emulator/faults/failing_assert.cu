// exit: 1
// says: failing_assert\.cu:13: .*check.*: block: \[1,0,0\], thread: \[2,1,0\] Assertion `
// says: Assertion `threadIdx.x < limit` failed\.$
// says: ^cudaDeviceSynchronize: cudaSuccess
// says: ^cudaDeviceSynchronize: cudaErrorAssert \(710\)
// says: ^a kernel after the reset: cudaSuccess, right
#include "fault.h"
#include <cassert>

// A GPU says "void check(unsigned int)" where the emulator says "check".
__global__ void check(unsigned limit) {
    if (blockIdx.x == 1 && threadIdx.y == 1)
        assert(threadIdx.x < limit);
}

int main() {
    check<<<2, dim3(3, 2)>>>(3);
    outcome();
    check<<<2, dim3(3, 2)>>>(2);
    const int code = outcome();
    recover();
    return code;
}
