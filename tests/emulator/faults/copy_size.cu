// exit: 1
// says: copy_size\.cu:11: thread 0 .* calls __pipeline_memcpy_async\(\) for 12 bytes
// says: of which 0 are zeros; it takes 4, 8 or 16
// says: ^cudaDeviceSynchronize: cudaErrorAssert
#include "fault.h"
#include <cuda_pipeline.h>

__global__ void size_of_three(const int *from, int *to) {
    __shared__ int room[4];
    room[threadIdx.x] = 0;
    __pipeline_memcpy_async(room, from, 12);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    to[threadIdx.x] = room[threadIdx.x];
}

int main() {
    int *numbers = nullptr;
    cudaMalloc(&numbers, 8 * sizeof *numbers);
    size_of_three<<<1, 4>>>(numbers, numbers + 4);
    return outcome();
}
