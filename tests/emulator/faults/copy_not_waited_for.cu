// Not a fault that is named, but it shows: who does not wait finds what was there before.
// says: ^before: 7, with one batch under way: 7, with none: 5$
#include "fault.h"
#include <cuda_pipeline.h>

__global__ void late(const int *from, int *to) {
    __shared__ int room;
    room = 7;
    __pipeline_memcpy_async(&room, from, 4);
    __pipeline_commit();
    to[0] = room;
    __pipeline_wait_prior(1);
    to[1] = room;
    __pipeline_wait_prior(0);
    to[2] = room;
}

int main() {
    int *numbers = nullptr;
    const int five = 5;
    cudaMalloc(&numbers, 4 * sizeof *numbers);
    cudaMemcpy(numbers, &five, sizeof five, cudaMemcpyHostToDevice);
    late<<<1, 1>>>(numbers, numbers + 1);
    int seen[3];
    cudaMemcpy(seen, numbers + 1, sizeof seen, cudaMemcpyDeviceToHost);
    std::printf("before: %d, with one batch under way: %d, with none: %d\n", seen[0], seen[1],
                seen[2]);
    return outcome();
}
