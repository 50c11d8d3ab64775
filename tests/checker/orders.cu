// Atomic operations with an order and a scope: cuda::atomic and __nv_atomic_*.
#include "mistakes.h"
#include <cuda/atomic>
#include <cuda/std/atomic>

// One block gives away what it has written, another takes it over: both orders are needed.
// release says: race on global memory in kernel pass_kernel
// release says: missing: if the atomic operation at .*, __threadfence.. after
// acquire says: race on global memory in kernel pass_kernel
// acquire says: missing: __threadfence.. after the atomic operation at .*, which takes over
template <bool RELEASE, bool ACQUIRE> __global__ void pass_kernel(int *flag, int *data, int *out) {
    cuda::atomic_ref<int, cuda::thread_scope_device> ready(*flag);
    if (threadIdx.x != 0)
        return;
    if (blockIdx.x == 0) {
        *data = 7; // here: release, acquire
        ready.store(1, RELEASE ? cuda::memory_order_release : cuda::memory_order_relaxed);
    } else {
        while (ready.load(ACQUIRE ? cuda::memory_order_acquire : cuda::memory_order_relaxed) == 0) {
        }
        *out = *data; // here: release, acquire
    }
}
template <bool RELEASE, bool ACQUIRE> void pass() {
    int *memory = zeros<int>(3);
    pass_kernel<RELEASE, ACQUIRE><<<2, 32>>>(memory, memory + 1, memory + 2);
    must(cudaFree(memory));
}
template <bool CORRECT> void release() {
    pass<CORRECT, true>();
}
template <bool CORRECT> void acquire() {
    pass<true, CORRECT>();
}

// An order of the block's scope does not reach another block.
// scope says: race on global memory in kernel scope_kernel
// scope says: missing: __threadfence.. in place of __threadfence_block.. after
template <cuda::thread_scope SCOPE>
__global__ void scope_kernel(unsigned *counter, int *partial, int *out) {
    if (threadIdx.x != 0)
        return;
    cuda::atomic_ref<unsigned, SCOPE> finished(*counter);
    partial[blockIdx.x] = 1; // here: scope
    if (finished.fetch_add(1, cuda::memory_order_acq_rel) == gridDim.x - 1)
        for (unsigned block = 0; block < gridDim.x; ++block)
            *out += partial[block]; // here: scope
}
template <bool CORRECT> void scope() {
    unsigned *counter = zeros<unsigned>(1);
    int *partial = zeros<int>(17);
    scope_kernel<CORRECT ? cuda::thread_scope_device : cuda::thread_scope_block>
        <<<16, 32>>>(counter, partial, partial + 16);
    must(cudaFree(counter));
    must(cudaFree(partial));
}

// A lock: taking it acquires, giving it back releases.
// lock says: race on global memory in kernel lock_kernel
__device__ cuda::std::atomic_flag taken;
template <bool CORRECT> __global__ void lock_kernel(int *total) {
    if (threadIdx.x != 0)
        return;
    while (taken.test_and_set(CORRECT ? cuda::std::memory_order_acquire
                                      : cuda::std::memory_order_relaxed)) {
    }
    *total += 1; // here: lock
    taken.clear(cuda::std::memory_order_release);
}
template <bool CORRECT> void lock() {
    int *total = zeros<int>(1);
    lock_kernel<CORRECT><<<8, 32>>>(total);
    must(cudaFree(total));
}

// One block only takes it without an order, the first, or gives it back so, the last.
// lock_first says: race on global memory in kernel lock_one_kernel
// lock_first says: missing: __threadfence.. after the atomic operation at .*, which takes over
// lock_first says: where blocks and threads run in the reverse order
// lock_last says: where blocks and threads run in the reverse order
__global__ void lock_one_kernel(int *total, unsigned takes, unsigned gives) {
    if (threadIdx.x != 0)
        return;
    while (taken.test_and_set(blockIdx.x == takes ? cuda::std::memory_order_relaxed
                                                  : cuda::std::memory_order_acquire)) {
    }
    *total += 1; // here: lock_first, lock_last
    taken.clear(blockIdx.x == gives ? cuda::std::memory_order_relaxed
                                    : cuda::std::memory_order_release);
}
inline void lock_one(unsigned takes, unsigned gives) {
    int *total = zeros<int>(1);
    lock_one_kernel<<<4, 32>>>(total, takes, gives);
    must(cudaFree(total));
}
template <bool CORRECT> void lock_first() {
    lock_one(CORRECT ? 4 : 0, 4);
}
template <bool CORRECT> void lock_last() {
    lock_one(4, CORRECT ? 4 : 3);
}

// Data given away by a flag, with relaxed operations and fences.
// fence says: race on global memory in kernel fence_kernel
__device__ cuda::atomic<int, cuda::thread_scope_device> flag;
template <bool CORRECT> __global__ void fence_kernel(int *data, int *out) {
    if (threadIdx.x != 0)
        return;
    if (blockIdx.x == 0) {
        *data = 7; // here: fence
        if (CORRECT)
            cuda::atomic_thread_fence(cuda::memory_order_release, cuda::thread_scope_device);
        flag.store(1, cuda::memory_order_relaxed);
    } else {
        while (flag.load(cuda::memory_order_relaxed) == 0) {
        }
        __nv_atomic_thread_fence(__NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_DEVICE);
        *out = *data; // here: fence
    }
}
template <bool CORRECT> void fence() {
    int *memory = zeros<int>(2);
    fence_kernel<CORRECT><<<2, 32>>>(memory, memory + 1);
    must(cudaFree(memory));
}

// An atomic operation beside one that is not.
// plain says: race on global memory in kernel plain_kernel
template <bool CORRECT> __global__ void plain_kernel(int *sum) {
    if (CORRECT || threadIdx.x % 2 == 0)
        __nv_atomic_add(sum, 1, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE); // here: plain
    else
        *sum += 1; // here: plain
}
template <bool CORRECT> void plain() {
    int *sum = zeros<int>(1);
    plain_kernel<CORRECT><<<1, 32>>>(sum);
    must(cudaFree(sum));
}

// Memory that nothing has written, by an atomic load, and a place beyond the end.
// unwritten says: nothing has written
// wide says: out of bounds
template <bool CORRECT> __global__ void unwritten_kernel(int *out) {
    __shared__ cuda::atomic<int, cuda::thread_scope_block> sum;
    if (CORRECT && threadIdx.x == 0)
        sum = 0;
    __syncthreads();
    *out = sum.load(cuda::memory_order_relaxed); // here: unwritten
}
template <bool CORRECT> void unwritten() {
    int *out = zeros<int>(1);
    unwritten_kernel<CORRECT><<<1, 1>>>(out);
    finish(out);
}

struct alignas(16) four {
    int x[4];
};
template <bool CORRECT> __global__ void wide_kernel(four *all) {
    const four zero = {};
    atomicExch(all + (CORRECT ? 0 : 1), zero); // here: wide
}
template <bool CORRECT> void wide() {
    four *all = zeros<four>(1);
    wide_kernel<CORRECT><<<2, 32>>>(all);
    must(cudaFree(all));
}

MISTAKES(CASE(release), CASE(acquire), CASE(scope), CASE(lock), CASE(lock_first), CASE(lock_last),
         CASE(fence), CASE(plain), CASE(unwritten), CASE(wide))
