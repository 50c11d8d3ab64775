// exit: 1
// says: deadlock: no thread of block \(0,0,0\) of kernel too_few
// says: 1 of 64 threads have left the kernel
// says: barrier_object\.cu:16: threads 0-4, 6-63 wait at a cuda::barrier
// says: ^cudaDeviceSynchronize: cudaErrorLaunchTimeout
#include "fault.h"
#include <cuda/barrier>

__global__ void too_few() {
    __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
    if (threadIdx.x == 0)
        init(&barrier, blockDim.x);
    __syncthreads();
    if (threadIdx.x == 5)
        return;
    barrier.arrive_and_wait();
}

int main() {
    too_few<<<1, 64>>>();
    return outcome();
}
