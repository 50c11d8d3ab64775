// spin_lock.cu: threads that wait for others in a loop make progress: with locks made of atomicCAS,
// taken by one thread of each block or by every thread, within a warp, a block and across blocks;
// with flags; and where the thread that the others wait for loses the processor meanwhile. Those
// that wait for time wait together.
#include "check.h"

#include <ctime>

struct lock {
    int *word;
    __device__ void take() const {
        while (atomicCAS(word, 0, 1) != 0)
            ;
        __threadfence(); // what the last holder wrote is read after this
    }
    __device__ void release() const {
        __threadfence(); // what this holder wrote is there before the lock is free
        atomicExch(word, 0);
    }
};

// No atomics: the lock alone protects it.
__global__ void count_blocks(int *word, int *count) {
    if (threadIdx.x == 0) {
        const lock l = {word};
        l.take();
        *(volatile int *)count = *(volatile int *)count + 1;
        l.release();
    }
}

// Every thread. In lockstep, as warps ran before sm_70, this would never end.
__global__ void count_threads(int *word, int *count) {
    const lock l = {word};
    l.take();
    *(volatile int *)count = *(volatile int *)count + 1;
    l.release();
}

// Every thread once more, in the form that ends on every GPU.
__global__ void count_threads_in_lockstep(int *word, int *count) {
    bool done = false;
    while (!done) {
        if (atomicCAS(word, 0, 1) == 0) {
            __threadfence();
            *(volatile int *)count = *(volatile int *)count + 1;
            __threadfence();
            atomicExch(word, 0);
            done = true;
        }
    }
}

__global__ void count_in_shared_memory(int *counts) {
    __shared__ int word;
    __shared__ int count;
    if (threadIdx.x == 0)
        word = count = 0;
    __syncthreads();
    while (atomicCAS_block(&word, 0, 1) != 0)
        ;
    __threadfence_block();
    *(volatile int *)&count = *(volatile int *)&count + 1;
    __threadfence_block();
    atomicExch_block(&word, 0);
    __syncthreads();
    if (threadIdx.x == 0)
        counts[blockIdx.x] = count;
}

// A block holds the lock from one barrier to the next.
__global__ void add_block_by_block(int *word, volatile int *cells) {
    const lock l = {word};
    if (threadIdx.x == 0)
        l.take();
    __syncthreads();
    const int i = (threadIdx.x + blockIdx.x) % blockDim.x; // each time another thread's
    cells[i] = cells[i] + 1;
    __syncthreads();
    if (threadIdx.x == 0)
        l.release();
}

// Two locks, always in the same order.
__global__ void move_between(int *words, volatile int *accounts, int n) {
    const int from = (blockIdx.x * 7 + threadIdx.x) % n;
    const int to = (from + 1 + threadIdx.x % (n - 1)) % n;
    const lock low = {words + min(from, to)}, high = {words + max(from, to)};
    low.take();
    high.take();
    accounts[from] = accounts[from] - 1;
    accounts[to] = accounts[to] + 1;
    high.release();
    low.release();
}

// First come, first served.
__global__ void count_by_ticket(int *next, volatile int *serving, volatile int *count) {
    if (threadIdx.x == 0) {
        const int ticket = atomicAdd(next, 1);
        while (*serving != ticket)
            ;
        __threadfence();
        *count = *count + 1;
        __threadfence();
        *serving = ticket + 1;
    }
}

// All threads but one wait for a flag that the one sets.
__global__ void wait_for_thread(volatile int *flag, int setter, int *seen) {
    if (static_cast<int>(threadIdx.x) == setter) {
        seen[threadIdx.x] = 1;
        __threadfence();
        *flag = 1;
    } else {
        while (*flag == 0)
            ;
        __threadfence();
        seen[threadIdx.x] = 1 + ((volatile int *)seen)[setter];
    }
}

// The last thread sets the flag. The loop of the others does more than look.
__global__ void count_looks(volatile int *flag, int *looks) {
    if (threadIdx.x == blockDim.x - 1) {
        *flag = 1;
    } else {
        int count = 0, seen;
        do {
            seen = *flag;
            count++;
        } while (seen == 0);
        looks[threadIdx.x] = count;
    }
}

// Each warp waits for the one behind it.
__global__ void wait_for_warp_behind(volatile int *turn, int first) {
    if (threadIdx.x % 32 == 0) {
        while (*turn != first + static_cast<int>((blockDim.x - 1 - threadIdx.x) / 32))
            ;
        __threadfence();
        *turn = *turn + 1;
    }
}

// A barrier of the grid, by hand: all blocks are resident together.
__global__ void pass_barriers(int *arrived, volatile int *phase, int *sums, int rounds) {
    for (int i = 0; i < rounds; i++) {
        atomicAdd(&sums[i], 1);
        __syncthreads();
        if (threadIdx.x == 0) {
            __threadfence();
            if (atomicAdd(arrived, 1) == static_cast<int>(gridDim.x) - 1) {
                *arrived = 0;
                __threadfence();
                *phase = i + 1;
            } else {
                while (*phase <= i) {
                    __threadfence();
                }
            }
            __threadfence();
        }
        __syncthreads();
        if (*(volatile int *)&sums[i] != static_cast<int>(gridDim.x * blockDim.x))
            atomicAdd(&sums[rounds], 1);
    }
}

// The same, where the first thread of a block spins between two barriers: the watchdog interrupts
// it there, also just behind the step that it has taken.
__global__ void spin_between_barriers(int *arrived, volatile int *phase, int *sums, int rounds) {
    for (int i = 0; i < rounds; i++) {
        atomicAdd(&sums[i], 1);
        __syncthreads();
        if (threadIdx.x == 0) {
            __threadfence();
            if (atomicAdd(arrived, 1) == static_cast<int>(gridDim.x) * (i + 1) - 1)
                *phase = i + 1;
            while (*phase <= i)
                ;
            __threadfence();
        }
        __syncthreads();
    }
}

// Each block waits for the one before it.
__global__ void wait_for_block_before(volatile int *flags) {
    if (threadIdx.x == 0) {
        if (blockIdx.x > 0)
            while (flags[blockIdx.x - 1] == 0)
                ;
        __threadfence();
        flags[blockIdx.x] = 1 + (blockIdx.x > 0 ? flags[blockIdx.x - 1] : 0);
    }
}

// The holder works so long that it loses the processor to those who wait for the lock: it sees that
// others of its block have begun, who cannot go on before it does. Where the machine is busy,
// whoever takes the processor from it may come late, so it works up to fifty times as long.
__global__ void hold_long(int *word, volatile int *count, int *begun, int *other, int rounds,
                          int *seen) {
    atomicAdd(&begun[blockIdx.x], 1);
    const lock l = {word};
    l.take();
    const int before = *count;
    for (int times = 0; threadIdx.x == 0 && times < 50 && seen[blockIdx.x] <= 1; ++times) {
        for (int i = 0; i < rounds; ++i)
            atomicAdd(&other[blockIdx.x], 1);
        seen[blockIdx.x] = atomicAdd(&begun[blockIdx.x], 0);
    }
    *count = before + 1;
    l.release();
}

// Threads that wait until some time has passed do so at the same time.
__global__ void wait_for_time(long long clocks, long long *waited) {
    const long long start = clock64();
    long long passed = 0;
    while (passed < clocks) {
        const long long now = clock64();
        passed = now - start;
    }
    for (;;)
        if (clock64() - start > clocks)
            break;
    waited[blockIdx.x * blockDim.x + threadIdx.x] = passed;
}

static void test_delays() {
    int kilohertz = 0;
    CHECK_CUDA(cudaDeviceGetAttribute(&kilohertz, cudaDevAttrClockRate, 0));
    const long long clocks = 20ll * kilohertz;
    device_array<long long> waited(512);
    cudaEvent_t before, after;
    CHECK_CUDA(cudaEventCreate(&before));
    CHECK_CUDA(cudaEventCreate(&after));
    CHECK_CUDA(cudaEventRecord(before));
    wait_for_time<<<2, 256>>>(clocks, waited);
    CHECK_CUDA(cudaEventRecord(after));
    CHECK_LAUNCH();
    const std::vector<long long> all = waited.get();
    for (const long long one : all)
        CHECK(one >= clocks);
    float milliseconds = 0;
    CHECK_CUDA(cudaEventElapsedTime(&milliseconds, before, after));
    CHECK(milliseconds > 19);
    CHECK(milliseconds < 2000); // one after another they would need 10 s
    CHECK_CUDA(cudaEventDestroy(before));
    CHECK_CUDA(cudaEventDestroy(after));
}

// A loop looks again, though its load of PTX names no order. On a GPU it need not, and the compiler
// may take it for one that ends: on an H100, with nvcc 13, the first thread has seen 0.
#ifdef CUDA_EMULATOR
__device__ int peek(const int *p) {
    int x;
    asm volatile("ld.global.cg.b32 %0, [%1];" : "=r"(x) : "l"(p));
    return x;
}

__global__ void waits_for_another_warp(int *flag, int *seen) {
    if (threadIdx.x == 0) {
        int x;
        do {
            x = peek(flag);
        } while (x == 0);
        *seen = x;
    } else if (threadIdx.x == 32) {
        atomicExch(flag, 7);
    }
}
#endif

int main() {
    check_device();
    device_array<int> word(1), count(1);

    count_blocks<<<1000, 64>>>(word, count);
    CHECK_LAUNCH();
    CHECK_EQUAL(count.get()[0], 1000);

    for (int threads : {1, 32, 37, 256}) {
        count.set({0});
        count_threads<<<20, threads>>>(word, count);
        CHECK_LAUNCH();
        CHECK_EQUAL(count.get()[0], 20 * threads);
        count.set({0});
        count_threads_in_lockstep<<<20, threads>>>(word, count);
        CHECK_LAUNCH();
        CHECK_EQUAL(count.get()[0], 20 * threads);
        device_array<int> counts(20);
        count_in_shared_memory<<<20, threads>>>(counts);
        CHECK_LAUNCH();
        CHECK_ARRAY(
            counts.get(), [&](size_t) { return threads; }, "counts under a lock of the block");
    }
    CHECK_EQUAL(word.get()[0], 0);

    device_array<int> cells(96);
    add_block_by_block<<<100, 96>>>(word, cells);
    CHECK_LAUNCH();
    CHECK_ARRAY(
        cells.get(), [](size_t) { return 100; }, "cells, a block at a time");

    const int n = 7;
    device_array<int> words(n), accounts(n, 1000);
    std::vector<int> expected(n, 1000);
    move_between<<<50, 64>>>(words, accounts, n);
    CHECK_LAUNCH();
    for (int b = 0; b < 50; ++b)
        for (int t = 0; t < 64; ++t) {
            const int from = (b * 7 + t) % n;
            --expected[from];
            ++expected[(from + 1 + t % (n - 1)) % n];
        }
    CHECK_ARRAY(
        accounts.get(), [&](size_t i) { return expected[i]; }, "accounts");

    count.set({0});
    device_array<int> next(1), serving(1);
    count_by_ticket<<<100, 32>>>(next, serving, count);
    CHECK_LAUNCH();
    CHECK_EQUAL(count.get()[0], 100);

    for (int setter : {0, 17, 40, 63}) {
        device_array<int> flag(1), seen(64);
        wait_for_thread<<<1, 64>>>(flag, setter, seen);
        CHECK_LAUNCH();
        CHECK_ARRAY(
            seen.get(), [&](size_t i) { return static_cast<int>(i) == setter ? 1 : 2; },
            "what those who waited saw");
    }

#ifdef CUDA_EMULATOR
    const device_array<int> flag_and_seen(std::vector<int>{0, 0});
    waits_for_another_warp<<<1, 64>>>(flag_and_seen, flag_and_seen + 1);
    CHECK_LAUNCH();
    CHECK_EQUAL(flag_and_seen.get()[1], 7);
#endif

    // So long that the emulator has put its timer to rest, which has to take away a thread's turn.
    const clock_t begin = clock();
    while (clock() - begin < CLOCKS_PER_SEC / 20) {
    }
    device_array<int> late_flag(1), looks(256);
    count_looks<<<1, 256>>>(late_flag, looks);
    CHECK_LAUNCH();
    for (size_t i = 0; i < 255; ++i)
        CHECK(looks.get()[i] > 0);

    // Where each look took a tick of the watchdog, this would last for minutes.
    device_array<int> turn(1);
    const int times = 200;
    for (int i = 0; i < times; ++i) {
        wait_for_warp_behind<<<1, 1024>>>(turn, 32 * i);
        CHECK_LAUNCH();
    }
    CHECK_EQUAL(turn.get()[0], 32 * times);

    const int meetings = 20;
    device_array<int> arrived(1), phase(1), sums(meetings + 1);
    pass_barriers<<<16, 64>>>(arrived, phase, sums, meetings);
    CHECK_LAUNCH();
    CHECK_ARRAY(
        sums.get(), [](size_t i) { return i < meetings ? 16 * 64 : 0; },
        "arrivals at a barrier of the grid");

    for (int times = 0; times < 300; ++times) {
        device_array<int> all(1), round(1), came(meetings);
        spin_between_barriers<<<16, 64>>>(all, round, came, meetings);
        CHECK_LAUNCH();
        CHECK_ARRAY(
            came.get(), [](size_t) { return 16 * 64; }, "threads that came to a round");
    }

    device_array<int> flags(40);
    wait_for_block_before<<<40, 32>>>(flags);
    CHECK_LAUNCH();
    CHECK_ARRAY(
        flags.get(), [](size_t i) { return static_cast<int>(i) + 1; }, "a chain of blocks");

    device_array<int> other(2), begun(2), seen(2);
    count.set({0});
    const int rounds = 15000000;
    hold_long<<<2, 4>>>(word, count, begun, other, rounds, seen);
    CHECK_LAUNCH();
    CHECK_EQUAL(count.get()[0], 2 * 4);
    for (int i = 0; i < 2; ++i) {
        CHECK_EQUAL(other.get()[i] % rounds, 0);
        CHECK(other.get()[i] >= rounds);
        CHECK(seen.get()[i] > 1);
    }
    test_delays();
    return check_result();
}
