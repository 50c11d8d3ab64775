// barriers.cu: <cuda/barrier>, <cuda/pipeline>, <cuda/latch>, <cuda/semaphore> and
// cuda_awbarrier.h.
#include "check.h"

#include <cooperative_groups.h>
#include <cuda/barrier>
#include <cuda/latch>
#include <cuda/pipeline>
#include <cuda/semaphore>
#include <cuda/std/barrier>
#include <cuda/std/latch>
#include <cuda/std/semaphore>
#include <cuda_awbarrier.h>

#if defined(__CUDACC__) && !defined(CUDA_EMULATOR)
#pragma nv_diag_suppress static_var_with_dynamic_init
#endif

namespace cg = cooperative_groups;
using block_barrier = cuda::barrier<cuda::thread_scope_block>;

constexpr int THREADS = 96, ROUNDS = 5;

// Each round all write, arrive, do something else, wait, and read what another has written.
__global__ void rounds_of_barrier(int *out) {
    __shared__ block_barrier barrier;
    __shared__ int values[2][THREADS];
    const int i = threadIdx.x;
    if (i == 0)
        init(&barrier, THREADS);
    __syncthreads();
    int sum = 0;
    for (int round = 0; round < ROUNDS; ++round) {
        int *now = values[round % 2];
        now[i] = i * (round + 1);
        block_barrier::arrival_token token = barrier.arrive();
        sum += 1000000;
        barrier.wait(static_cast<block_barrier::arrival_token &&>(token));
        sum += now[(i + 50) % THREADS];
    }
    barrier.arrive_and_wait();
    out[i] = sum;
}

// Threads leave one after the other, and the rest goes on without them.
__global__ void dropped(int *out) {
    __shared__ block_barrier barrier;
    const int i = threadIdx.x;
    if (i == 0)
        init(&barrier, THREADS);
    __syncthreads();
    for (int round = 0; round < i % 4; ++round)
        barrier.arrive_and_wait();
    barrier.arrive_and_drop();
    out[i] = i % 4;
}

struct count_phases {
    int *count;
    __device__ void operator()() noexcept { ++*count; }
};

// By parities, and with a function that the last thread calls. Thread 0 arrives for a second one.
__global__ void parities(int *out) {
    using counting = cuda::barrier<cuda::thread_scope_block, count_phases>;
    __shared__ block_barrier barrier;
    __shared__ char room[sizeof(counting)];
    __shared__ int count;
    auto *counted = reinterpret_cast<counting *>(room);
    const int i = threadIdx.x;
    if (i == 0) {
        count = 0;
        init(&barrier, THREADS + 1);
        init(counted, THREADS, count_phases{&count});
    }
    __syncthreads();
    int seen = 0;
    for (int round = 0; round < ROUNDS; ++round) {
        (void)barrier.arrive(i == 0 ? 2 : 1);
        barrier.wait_parity(round % 2 != 0);
        counted->arrive_and_wait();
        seen += count == round + 1;
        counted->arrive_and_wait();
        seen += count == round + 2;
        __syncthreads();
        if (i == 0)
            count = round + 1;
        __syncthreads();
    }
    out[i] = seen;
}

// Copies that arrive with the barrier: of each thread, and shared out by the block.
__global__ void copies(const int *from, int *to) {
    __shared__ block_barrier barrier;
    __shared__ alignas(16) int own[THREADS], shared_out[THREADS + 3];
    const auto group = cg::this_thread_block();
    const int i = threadIdx.x;
    if (i == 0)
        init(&barrier, THREADS);
    group.sync();
    cuda::memcpy_async(&own[i], &from[i], sizeof(int), barrier);
    cuda::memcpy_async(group, shared_out, from + THREADS,
                       cuda::aligned_size_t<4>(sizeof shared_out), barrier);
    barrier.arrive_and_wait();
    to[i] = own[THREADS - 1 - i] + 1000 * shared_out[i + 3];
}

// A pipeline of one thread: three stages under way.
__global__ void pipeline_of_thread(const int *from, int *to, int batches) {
    __shared__ int room[3][THREADS];
    const int i = threadIdx.x;
    auto pipe = cuda::make_pipeline();
    int sum = 0, next = 0;
    for (int batch = 0; batch < batches; ++batch) {
        for (; next < batches && next < batch + 3; ++next) {
            pipe.producer_acquire();
            cuda::memcpy_async(&room[next % 3][i], &from[next * THREADS + i], sizeof(int), pipe);
            pipe.producer_commit();
        }
        pipe.consumer_wait();
        sum = sum * 3 + room[batch % 3][i];
        pipe.consumer_release();
    }
    to[i] = sum;
}

// One of the block: all copy, and all use what others have copied.
__global__ void pipeline_of_block(const int *from, int *to, int batches) {
    constexpr int STAGES = 2;
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, STAGES> state;
    __shared__ int room[STAGES][THREADS];
    const auto group = cg::this_thread_block();
    auto pipe = cuda::make_pipeline(group, &state);
    int sum = 0, next = 0;
    for (int batch = 0; batch < batches; ++batch) {
        for (; next < batches && next < batch + STAGES; ++next) {
            pipe.producer_acquire();
            cuda::memcpy_async(group, room[next % STAGES], from + next * THREADS,
                               THREADS * sizeof(int), pipe);
            pipe.producer_commit();
        }
        pipe.consumer_wait();
        sum = sum * 3 + room[batch % STAGES][THREADS - 1 - threadIdx.x];
        pipe.consumer_release();
    }
    to[threadIdx.x] = sum;
}

// The first warp copies, the others use it.
template <bool BY_ROLE> __global__ void specialised(const int *from, int *to, int batches) {
    constexpr int STAGES = 2, PRODUCERS = 32, CONSUMERS = THREADS - PRODUCERS;
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, STAGES> state;
    __shared__ int room[STAGES][CONSUMERS];
    const auto group = cg::this_thread_block();
    const bool produces = threadIdx.x < PRODUCERS;
    auto pipe = BY_ROLE ? cuda::make_pipeline(group, &state,
                                              produces ? cuda::pipeline_role::producer
                                                       : cuda::pipeline_role::consumer)
                        : cuda::make_pipeline(group, &state, PRODUCERS);
    if (produces) {
        for (int batch = 0; batch < batches; ++batch) {
            pipe.producer_acquire();
            for (int i = threadIdx.x; i < CONSUMERS; i += PRODUCERS)
                cuda::memcpy_async(&room[batch % STAGES][i], &from[batch * CONSUMERS + i],
                                   sizeof(int), pipe);
            pipe.producer_commit();
        }
    } else {
        const int i = threadIdx.x - PRODUCERS;
        int sum = 0;
        for (int batch = 0; batch < batches; ++batch) {
            pipe.consumer_wait();
            sum = sum * 3 + room[batch % STAGES][CONSUMERS - 1 - i];
            pipe.consumer_release();
        }
        to[i] = sum;
    }
}

// A latch opens when all have counted it down; a semaphore lets two in at a time.
__global__ void latch_and_semaphore(int *out) {
    __shared__ char room[sizeof(cuda::latch<cuda::thread_scope_block>)];
    __shared__ char places[sizeof(cuda::counting_semaphore<cuda::thread_scope_block, 2>)];
    auto *latch = reinterpret_cast<cuda::latch<cuda::thread_scope_block> *>(room);
    auto *semaphore =
        reinterpret_cast<cuda::counting_semaphore<cuda::thread_scope_block, 2> *>(places);
    __shared__ int values[THREADS], inside, most;
    const int i = threadIdx.x;
    if (i == 0) {
        new (latch) cuda::latch<cuda::thread_scope_block>(THREADS);
        new (semaphore) cuda::counting_semaphore<cuda::thread_scope_block, 2>(2);
        inside = most = 0;
    }
    __syncthreads();
    values[i] = i;
    latch->count_down();
    latch->wait();
    const int other = values[THREADS - 1 - i];
    semaphore->acquire();
    atomicMax(&most, atomicAdd(&inside, 1) + 1);
    atomicSub(&inside, 1);
    semaphore->release();
    __syncthreads();
    out[i] = other + 1000 * (most <= 2 && most >= 1) + 10000 * semaphore->try_acquire();
}

// A barrier of several blocks, in memory of the device.
__global__ void make_barrier(cuda::barrier<cuda::thread_scope_device> *barrier, int threads) {
    init(barrier, threads);
}
__global__ void across_blocks(cuda::barrier<cuda::thread_scope_device> *barrier, int *out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x, all = gridDim.x * blockDim.x;
    out[i] = i;
    barrier->arrive_and_wait();
    const int other = out[all - 1 - i];
    barrier->arrive_and_wait();
    out[i] = i - other;
}

// One thread of each block waits for the other blocks, and the rest of its block for this one.
__global__ void one_for_its_block(cuda::barrier<cuda::thread_scope_device> *barrier, int *out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x, all = gridDim.x * blockDim.x;
    out[i] = i;
    int other = 0;
    for (int phase = 0; phase < 2; ++phase) {
        __syncthreads();
        if (threadIdx.x == 7)
            barrier->arrive_and_wait();
        __syncthreads();
        if (phase == 0)
            other = out[all - 1 - i];
    }
    out[i] = i - other;
}

__global__ void as_before(int *out) {
    __shared__ nvcuda::experimental::awbarrier barrier;
    __shared__ __mbarrier_t plain;
    __shared__ int values[THREADS];
    const int i = threadIdx.x;
    if (i == 0) {
        init(&barrier, THREADS);
        __mbarrier_init(&plain, THREADS);
    }
    __syncthreads();
    values[i] = i;
    barrier.wait(barrier.arrive());
    const int other = values[THREADS - 1 - i];
    const __mbarrier_token_t token = __mbarrier_arrive(&plain);
    while (!__mbarrier_test_wait(&plain, token))
        ;
    values[i] = other;
    __syncthreads();
    out[i] = values[(i + 1) % THREADS];
}

static void test_host() {
    cuda::std::barrier<> barrier(1);
    barrier.arrive_and_wait();
    cuda::std::latch latch(2);
    latch.count_down();
    CHECK(!latch.try_wait());
    latch.arrive_and_wait();
    cuda::std::counting_semaphore<> semaphore(1);
    CHECK(semaphore.try_acquire());
    CHECK(!semaphore.try_acquire());
    semaphore.release(2);
    semaphore.acquire();
}

int main() {
    const int batches = 6;
    std::vector<int> numbers(batches * THREADS);
    for (size_t i = 0; i < numbers.size(); ++i)
        numbers[i] = static_cast<int>(i * 7 % 101);
    device_array<int> from(numbers), to(THREADS);
    const auto folded = [&](size_t i, int stride) {
        int sum = 0;
        for (int batch = 0; batch < batches; ++batch)
            sum = sum * 3 + numbers[batch * stride + i];
        return sum;
    };

    rounds_of_barrier<<<1, THREADS>>>(to);
    CHECK_LAUNCH();
    CHECK_ARRAY(
        to.get(),
        [](size_t i) { return ROUNDS * 1000000 + 15 * static_cast<int>((i + 50) % THREADS); },
        "rounds");
    dropped<<<1, THREADS>>>(to);
    CHECK_LAUNCH();
    CHECK_ARRAY(
        to.get(), [](size_t i) { return static_cast<int>(i % 4); }, "dropped");
    parities<<<1, THREADS>>>(to);
    CHECK_LAUNCH();
    CHECK_ARRAY(
        to.get(), [](size_t) { return 2 * ROUNDS; }, "parities");
    copies<<<1, THREADS>>>(from, to);
    CHECK_LAUNCH();
    CHECK_ARRAY(
        to.get(),
        [&](size_t i) { return numbers[THREADS - 1 - i] + 1000 * numbers[THREADS + i + 3]; },
        "copies");
    pipeline_of_thread<<<1, THREADS>>>(from, to, batches);
    CHECK_LAUNCH();
    CHECK_ARRAY(
        to.get(), [&](size_t i) { return folded(i, THREADS); }, "pipeline of a thread");
    pipeline_of_block<<<1, THREADS>>>(from, to, batches);
    CHECK_LAUNCH();
    CHECK_ARRAY(
        to.get(), [&](size_t i) { return folded(THREADS - 1 - i, THREADS); },
        "pipeline of the block");
    device_array<int> some(THREADS - 32);
    specialised<false><<<1, THREADS>>>(from, some, batches);
    CHECK_LAUNCH();
    CHECK_ARRAY(
        some.get(), [&](size_t i) { return folded(THREADS - 33 - i, THREADS - 32); },
        "specialised warps");
    specialised<true><<<1, THREADS>>>(from, some, batches);
    CHECK_LAUNCH();
    CHECK_ARRAY(
        some.get(), [&](size_t i) { return folded(THREADS - 33 - i, THREADS - 32); },
        "specialised by role");
    latch_and_semaphore<<<1, THREADS>>>(to);
    CHECK_LAUNCH();
    int let_in = 0;
    for (size_t i = 0; i < THREADS; ++i) {
        const int value = to.get()[i];
        let_in += value / 10000;
        CHECK_EQUAL(value % 10000, 1000 + static_cast<int>(THREADS - 1 - i));
    }
    CHECK_EQUAL(let_in, 2);
    const int blocks = 3;
    device_array<int> wide(blocks * THREADS);
    cuda::barrier<cuda::thread_scope_device> *barrier;
    CHECK_CUDA(cudaMalloc(&barrier, sizeof *barrier));
    make_barrier<<<1, 1>>>(barrier, blocks * THREADS);
    across_blocks<<<blocks, THREADS>>>(barrier, wide);
    CHECK_LAUNCH();
    CHECK_ARRAY(
        wide.get(), [&](size_t i) { return 2 * static_cast<int>(i) - (blocks * THREADS - 1); },
        "across blocks");
    make_barrier<<<1, 1>>>(barrier, blocks);
    one_for_its_block<<<blocks, THREADS>>>(barrier, wide);
    CHECK_LAUNCH();
    CHECK_ARRAY(
        wide.get(), [&](size_t i) { return 2 * static_cast<int>(i) - (blocks * THREADS - 1); },
        "one for its block");
    CHECK_CUDA(cudaFree(barrier));
    as_before<<<1, THREADS>>>(to);
    CHECK_LAUNCH();
    CHECK_ARRAY(
        to.get(), [](size_t i) { return static_cast<int>(THREADS - 1 - (i + 1) % THREADS); },
        "cuda_awbarrier.h");
    test_host();
    return check_result();
}
