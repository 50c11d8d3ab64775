// each: emulator portable
// exit: 1
// says: print_wild\.cu:9: thread 1 of block \(0,0,0\) in kernel print used address 0x10, where there
// says: ^cudaDeviceSynchronize: cudaErrorIllegalAddress
#include "fault.h"

// The C library is where it goes wrong.
__global__ void print(const char *text, const char *nowhere) {
    printf("%s\n", threadIdx.x == 1 ? nowhere : text);
}

int main() {
    char *text;
    cudaMalloc(&text, 1);
    cudaMemset(text, 0, 1);
    print<<<1, 2>>>(text, reinterpret_cast<const char *>(16));
    return outcome();
}
