// each: emulator portable
// exit: 1
// says: bulk_address\.cu:19: thread 2 of block \(0,0,0\) in kernel fetch copies in bulk, and uses address 0x[0-9a-f]+
// says: ^the fetch: cudaErrorIllegalAddress
// says: bulk_address\.cu:28: thread 1 of block \(0,0,0\) in kernel put copies in bulk, and uses address 0x[0-9a-f]+
// says: ^cudaDeviceSynchronize: cudaErrorIllegalAddress
// says: ^a kernel after the reset: cudaSuccess, right
#include "fault.h"

__device__ unsigned shared(const void *p) {
    return static_cast<unsigned>(__cvta_generic_to_shared(p));
}

__global__ void fetch(const int *from) {
    __shared__ alignas(16) int room[4];
    __shared__ unsigned long long full;
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(shared(&full)));
    if (threadIdx.x == 2)
        asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes "
                     "[%0], [%1], 16, [%2];" ::"r"(shared(room)),
                     "l"(from), "r"(shared(&full)));
}

// It is done when its thread has ended, which does not wait for it.
__global__ void put(int *to) {
    __shared__ alignas(16) int room[4];
    if (threadIdx.x == 1)
        asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 16;" ::"l"(to),
                     "r"(shared(room)));
}

int main() {
    int *const nowhere = reinterpret_cast<int *>(1ull << 40);
    fetch<<<1, 4>>>(nowhere);
    std::printf("the fetch: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    cudaDeviceReset();
    put<<<1, 4>>>(nowhere);
    const int code = outcome();
    recover();
    return code;
}
