// exit: 134
// says: barrier_on_host\.cu:6: CUDA emulator: __syncthreads\(\) called from host code
#include "fault.h"

__host__ __device__ void meet() {
    __syncthreads();
}

int main() {
    std::printf("before\n");
    meet();
    return 3;
}
