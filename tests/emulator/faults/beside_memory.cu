// each: emulator portable
// exit: 1
// says: kernel put wrote up to 24 bytes behind 4000 bytes of device memory \(cudaMalloc call
// says: behind 4000 bytes of .*beside_memory\.cu:45\)$
// says: kernel put wrote up to 8 bytes in front of 100 bytes of device memory \(cudaMalloc
// says: in front of 100 bytes of .*beside_memory\.cu:49\)$
// says: kernel put wrote up to 1 byte behind 70001 bytes of device memory \(cudaMallocAsync
// says: kernel put wrote up to 4 bytes behind 40 bytes of managed memory \(cudaMallocManaged
// says: kernel put wrote up to 12 bytes behind 40 bytes of pinned memory \(cudaMallocHost call
// says: host code wrote up to 4 bytes behind 40 bytes of pinned memory \(cudaHostAlloc call
// says: the program wrote up to 8 bytes behind 40 bytes of pinned memory \(cudaMallocHost call
// says: beside_memory\.cu:32: thread 0 of block \(0,0,0\) in kernel put used address 0x
// says: where there is no memory: 4 bytes behind 512 bytes of device memory \(cudaMalloc call
// says: kernel put wrote up to 4 bytes behind 4 bytes of device memory \(cudaMalloc call
// says: ^    (\./book check FILE,.*|Check) names the line$
// says: ^before: cudaSuccess, then cudaErrorIllegalAddress, cudaErrorIllegalAddress$
// says: ^of host code: cudaSuccess, then cudaSuccess, cudaSuccess$
// says: ^5000 allocations: cudaErrorIllegalAddress$
// says: ^done$
#include "fault.h"

// What a kernel writes beside memory is named when it ends, and it counts as a fault; what host
// code writes, at the next launch or when the memory is freed.

#include <vector>

static void say(const char *what, cudaError_t first, cudaError_t second, cudaError_t third) {
    std::printf("%s: %s, then %s, %s\n", what, cudaGetErrorName(first), cudaGetErrorName(second),
                cudaGetErrorName(third));
}
template <class T> __global__ void put(T *memory, long place) {
    memory[place] = 1;
}
template <class T> static void run(const char *what, T *memory, long place) {
    put<<<1, 1>>>(memory, place);
    const cudaError_t launch = cudaGetLastError(), end = cudaDeviceSynchronize();
    say(what, launch, end, cudaFree(nullptr));
    cudaDeviceReset();
}

int main() {
    int *device, *managed, *pinned;
    char *bytes;

    cudaMalloc(&device, 1000 * sizeof(int));
    run("before", device, 1005);

    // The page in front of it is the allocation's own.
    cudaMalloc(&device, 25 * sizeof(int));
    run("in front", device, -2);
    cudaMallocAsync((void **)&bytes, 70001, 0);
    run("large", bytes, 70001);
    cudaMallocManaged(&managed, 40);
    run("managed", managed, 10);
    cudaMallocHost(&pinned, 40);
    run("pinned", pinned, 12);

    cudaHostAlloc((void **)&pinned, 40, 0);
    cudaMalloc(&device, 40);
    pinned[10] = 1;
    run("of host code", device, 0);
    cudaMallocHost(&pinned, 40);
    pinned[11] = 1;
    cudaFreeHost(pinned);

    cudaMalloc(&device, 512);
    run("far", device, 129);

    // So many that they do not all get pages of their own.
    std::vector<int *> many(5000);
    for (int *&one : many)
        cudaMalloc(&one, sizeof(int));
    cudaError_t error = cudaSuccess;
    for (int i = 0; i < 200 && error == cudaSuccess; ++i) {
        put<<<1, 1>>>(many[4999], i == 0 ? 1 : 0);
        error = cudaDeviceSynchronize();
    }
    std::printf("5000 allocations: %s\n", cudaGetErrorName(error));
    std::printf("done\n");
    return 0;
}
