// exit: 1
// says: copy_address\.cu:11: thread 0 .* calls __pipeline_memcpy_async\(\) for 16 bytes
// says: both must be multiples of 16
// says: ^cudaDeviceSynchronize: cudaErrorMisalignedAddress
#include "fault.h"
#include <cuda_pipeline.h>

__global__ void one_further(const int *from, int *to) {
    __shared__ int4 room;
    room.x = 0;
    __pipeline_memcpy_async(&room, from + 1, 16);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    *to = room.x;
}

int main() {
    int *numbers = nullptr;
    cudaMalloc(&numbers, 8 * sizeof *numbers);
    one_further<<<1, 1>>>(numbers, numbers);
    return outcome();
}
