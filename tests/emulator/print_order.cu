// print_order.cu: in which order the lanes of a warp print. print_order.sh knows what must come
// out.
#include "check.h"

#include <cstdio>
#include <cuda/atomic>

#define SAY(...) printf(__VA_ARGS__)
#define LOG printf

__device__ void print_from_function(unsigned lane) {
    std::printf("function: %u\n", lane);
}

// One warp's lines may stand between those of the other.
__global__ void print_of_two_warps() {
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    if (lane < 4) {
        printf("warp %u: first %u\n", warp, lane);
        printf("warp %u: second %u\n", warp, lane);
    }
}

__global__ void print_in_turn() {
    const unsigned lane = threadIdx.x;
    if (lane == 0)
        SAY("one line:");
    printf(" %u", lane);
    if (lane == 0)
        printf("\n");
    for (unsigned i = 0; i < lane; ++i)
        printf("turn %u of %u\n", i, lane);
    if (lane == 3)
        printf("before: %u\n", lane);
    print_from_function(lane);
    printf("behind: %u\n", lane);
    for (int i = 0; i < 2; ++i) {
        if (lane % 2 == 1)
            printf("odd: %u in turn %d\n", lane, i);
        printf("all: %u in turn %d\n", lane, i);
    }
}

// Between points where the warp meets all lines have come out.
__global__ void print_between_meetings() {
    const unsigned lane = threadIdx.x;
    printf("begins: %u\n", lane);
    const unsigned last = __shfl_sync(0xf, lane, 3);
    printf("shuffled: %u\n", lane + last);
    __syncthreads();
    for (unsigned i = 0; i < 3; ++i) {
        if (i == 2 - lane)
            printf("step %u: %u\n", i, lane);
        __syncthreads();
    }
}

// Not only where printf stands in front of a bracket.
__global__ void print_by_other_names() {
    printf("by its name: %u\n", threadIdx.x);
    LOG("by another one: %u\n", threadIdx.x);
    (printf)("in brackets: %u\n", threadIdx.x);
}

// Where one thread after the other has a lock, its lines stand together.
__global__ void print_under_lock(bool by_exchange, int *lock, int *count) {
    printf("asks: %u\n", threadIdx.x);
    for (bool waits = true; waits;)
        if ((by_exchange ? atomicExch(lock, 1) : atomicCAS(lock, 0, 1)) == 0) {
            __threadfence();
            printf("lock of %d\n", ++*count);
            printf("given back by %d\n", *count);
            __threadfence();
            atomicExch(lock, 0);
            waits = false;
        }
}

// So do those of one block after the other.
__global__ void print_in_blocks(int *lock, int *count, volatile int *flag) {
    if (threadIdx.x > 0)
        return;
    while (atomicCAS(lock, 0, 1) != 0)
        ;
    __threadfence();
    printf("block number %d\n", ++*count);
    __threadfence();
    atomicExch(lock, 0);
    if (blockIdx.x == 0) {
        while (*flag == 0)
            ;
        printf("behind block 1\n");
    } else if (blockIdx.x == 1) {
        printf("block 1\n");
        __threadfence();
        *flag = 1;
        for (int i = 0; i < 1000000; ++i)
            flag[1] = i;
    }
}

// An atomic operation of these orders nothing that the lanes of a warp do not do together.
__global__ void print_around_atomic(int *count) {
    if (blockIdx.x > 0)
        return;
    printf("count before: %u\n", threadIdx.x);
    cuda::atomic_ref<int, cuda::thread_scope_device>(*count).fetch_add(1);
    printf("count behind: %u\n", threadIdx.x);
}

__global__ void print_from_sides() {
    const unsigned lane = threadIdx.x;
    for (int i = 0; i < 2; ++i)
        if (lane < 2)
            printf("side of %u in turn %d\n", lane, i);
        else
            printf("other side of %u in turn %d\n", lane, i);
    if (lane < 2) {
        if (lane == 0)
            printf("side of side\n");
        else
            printf("other side of side\n");
    } else {
        if (lane == 2)
            printf("side of other side\n");
        else
            printf("other side of other side\n");
    }
    switch (lane) {
    case 0:
        printf("case of 0\n");
        break;
    case 1:
        printf("case of 1\n");
        break;
    default:
        printf("case of %u\n", lane);
    }
}

// What a thread has waited for has been printed before.
__global__ void print_from_waiting(volatile int *flag) {
    if (threadIdx.x == 0) {
        printf("waits\n");
        while (*flag == 0)
            ;
        printf("goes on\n");
    } else if (threadIdx.x == 32) {
        printf("is waited for\n");
        __threadfence();
        *flag = 1;
    }
}

// More than a GPU keeps is more than what waits here, too.
__global__ void print_much() {
    for (int i = 0; i < 20000; ++i)
        printf("%0100d\n", i);
}

int main(int argc, char **) {
    check_device();
    if (argc > 1) {
        print_much<<<1, 2>>>();
        CHECK_LAUNCH();
        return check_result();
    }
    print_of_two_warps<<<1, 64>>>();
    CHECK_LAUNCH();
    print_in_turn<<<1, 4>>>();
    CHECK_LAUNCH();
    print_between_meetings<<<1, 4>>>();
    CHECK_LAUNCH();
    print_by_other_names<<<1, 2>>>();
    CHECK_LAUNCH();
    print_from_sides<<<1, 4>>>();
    CHECK_LAUNCH();
    device_array<int> lock(2, 0);
    for (const bool by_exchange : {false, true}) {
        print_under_lock<<<1, 3>>>(by_exchange, lock, lock + 1);
        CHECK_LAUNCH();
    }
    print_around_atomic<<<2, 2>>>(lock);
    CHECK_LAUNCH();
    CHECK_CUDA(cudaMemset(lock, 0, sizeof(int)));
    device_array<int> flag(2, 0);
    print_in_blocks<<<8, 32>>>(lock, lock + 1, flag);
    CHECK_LAUNCH();
    CHECK_CUDA(cudaMemset(flag, 0, sizeof(int)));
    print_from_waiting<<<1, 64>>>(flag);
    CHECK_LAUNCH();
    return check_result();
}
