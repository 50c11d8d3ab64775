// side_by_side.cu: work of different devices runs at the same time: the kernel of each device waits
// for that of the next one, each launched by a thread of its own.

#include "check.h"

#include <thread>
#include <vector>

// Says that this one is here, and waits for the other. Both in the memory of the host.
__global__ void meet(volatile int *mine, volatile int *other) {
    *mine = 1;
    __threadfence_system();
    while (*other == 0) {
    }
}

int main() {
    check_device();
    int devices = 0;
    CHECK_CUDA(cudaGetDeviceCount(&devices));
    int *here = nullptr;
    CHECK_CUDA(cudaHostAlloc(&here, devices * sizeof *here, cudaHostAllocPortable));
    for (int round = 0; round < 20; ++round) {
        for (int d = 0; d < devices; ++d)
            here[d] = 0;
        std::vector<cudaError_t> results(devices);
        std::vector<std::thread> threads;
        for (int d = 0; d < devices; ++d)
            threads.emplace_back([&, d] {
                results[d] = cudaSetDevice(d);
                if (results[d] != cudaSuccess)
                    return;
                meet<<<1, 1>>>(here + d, here + (d + 1) % devices);
                results[d] = cudaDeviceSynchronize();
            });
        for (std::thread &t : threads)
            t.join();
        for (int d = 0; d < devices; ++d)
            CHECK_RETURNS(cudaSuccess, results[d]);
    }
    CHECK_CUDA(cudaFreeHost(here));
    std::printf("devices: %d\n", devices);
    return check_result();
}
