// each: emulator portable
// exit: 1
// says: wild_read\.cu:9: thread \(1,2,0\) of block \(0,0,0\) in kernel read used address
// says: used address 0x[0-9a-f]+, where there is no memory
// says: ^cudaDeviceSynchronize: cudaErrorIllegalAddress
#include "fault.h"

__device__ int far_away(const int *in, size_t distance) {
    return in[distance];
}

__global__ void read(const int *in, int *out, size_t distance) {
    out[threadIdx.x] = far_away(in, threadIdx.x == 1 && threadIdx.y == 2 ? distance : 0);
}

int main() {
    int *memory;
    cudaMalloc(&memory, 100 * sizeof(int));
    read<<<1, dim3(3, 3)>>>(memory, memory + 50, static_cast<size_t>(-1) << 40);
    return outcome();
}
