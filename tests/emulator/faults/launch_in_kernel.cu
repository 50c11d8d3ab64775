// exit: 1
// says: launch_in_kernel\.cu:11: kernel child<<<\(1,1,1\),\(2000,1,1\)>>>: 2000 threads: a block of this device holds up to 1024; the thread that launched it did not ask
// says: ^cudaDeviceSynchronize: cudaSuccess
#include "fault.h"

__global__ void child(int *out) {
    *out = 2;
}

__global__ void parent(int *out) {
    child<<<1, 2000>>>(out);
    out[threadIdx.x] = 1;
}

int main() {
    int *out;
    cudaMalloc(&out, 64 * sizeof(int));
    parent<<<1, 64>>>(out);
    return outcome();
}
