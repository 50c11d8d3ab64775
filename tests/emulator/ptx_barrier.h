// ptx_barrier.h: barriers in shared memory by <cuda/ptx>, for the tests of what Hopper has
#pragma once

#include <cuda/ptx>

namespace ptx = cuda::ptx;

typedef std::uint64_t barrier;

static __device__ void wait(barrier *b, unsigned parity) {
    while (!ptx::mbarrier_try_wait_parity(b, parity))
        ;
}
static __device__ void make(barrier *b, unsigned arrivals) {
    ptx::mbarrier_init(b, arrivals);
    ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
}
