// early_return.cu: threads that leave the kernel before others of their block share a barrier or a
// warp operation. CUDA calls a barrier undefined that only some threads reach; since sm_70 it waits
// for those that have not left, and so it does in the emulator, with a warning.
#include "check.h"

// Threads below `first` and from `last` on leave at once; the others rotate values among them.
__global__ void leave_at_once(int *out, int first, int last, int rounds) {
    __shared__ int ring[256];
    const int t = threadIdx.x;
    if (t < first || t >= last)
        return;
    int value = t;
    for (int i = 0; i < rounds; ++i) {
        ring[t] = value;
        __syncthreads();
        value = ring[t + 1 < last ? t + 1 : first];
        __syncthreads();
    }
    out[blockIdx.x * blockDim.x + t] = value;
}

// Each round ends with the highest thread leaving.
__global__ void leave_one_by_one(int *out) {
    __shared__ int sum;
    const int t = threadIdx.x;
    for (int round = 0;; ++round) {
        if (t == 0)
            sum = 0;
        __syncthreads();
        atomicAdd(&sum, 1);
        __syncthreads();
        const int left = sum;
        __syncthreads();
        if (left != static_cast<int>(blockDim.x) - round) {
            out[t] = -1;
            return;
        }
        if (t == left - 1) {
            out[t] = round;
            return;
        }
    }
}

// Those that have left count neither for nor against.
__global__ void gather_among_the_rest(int *out) {
    const int t = threadIdx.x;
    if (t % 3 == 1)
        return;
    int wrong = __syncthreads_count(t % 3 == 0) != static_cast<int>(blockDim.x + 2) / 3;
    wrong += __syncthreads_and(t % 3 != 1) == 0;
    wrong += __syncthreads_or(t % 3 == 1) != 0;
    out[t] = wrong;
}

// A whole mask although some of its lanes have left.
__global__ void warp_among_the_rest(unsigned *out) {
    const unsigned lane = threadIdx.x % 32;
    if (lane >= 24 || lane == 5)
        return;
    const unsigned here = __ballot_sync(0xffffffffu, 1);
    const unsigned first = __shfl_sync(0xffffffffu, threadIdx.x, 0);
    __syncwarp();
    out[threadIdx.x] = here + first;
}

// What the others know by then, who leaves has never been told: no answer, perhaps, but what lay
// there before.
__global__ void keep_numbers(int *out) {
    int own = -2 - threadIdx.x;
    __syncthreads();
    own *= 3;
    __syncthreads();
    if (own > 0)
        out[threadIdx.x] = own;
}
__global__ void keep_answers(int *out, int last) {
    const int t = threadIdx.x;
    bool small;
    if (t >= last)
        return;
    small = t < last / 2;
    __syncthreads();
    small = small || t == 60;
    __syncthreads();
    out[t] = small;
}

// The others already wait when the last thread leaves.
__global__ void leave_last(int *out) {
    const int t = threadIdx.x;
    if (t == static_cast<int>(blockDim.x) - 1) {
        out[t] = 5;
        return;
    }
    __syncthreads();
    out[t] = 6;
}

static void test_leaving(int first, int last, int threads) {
    const int blocks = 3, rounds = 5, n = last - first;
    device_array<int> out(blocks * threads, -1);
    leave_at_once<<<blocks, threads>>>(out, first, last, rounds);
    CHECK_LAUNCH();
    CHECK_ARRAY(
        out.get(),
        [&](size_t i) {
            const int t = static_cast<int>(i) % threads;
            return t < first || t >= last ? -1 : first + (t - first + rounds) % n;
        },
        "threads " + std::to_string(first) + " to " + std::to_string(last) + " stay");
}

int main() {
    check_device();
    test_leaving(0, 100, 128);  // a tail
    test_leaving(0, 1, 64);     // one stays
    test_leaving(31, 33, 64);   // two, of two warps
    test_leaving(40, 256, 256); // the first ones leave
    test_leaving(0, 64, 64);    // nobody leaves
    test_leaving(5, 250, 256);

    device_array<int> out(100, -2);
    leave_one_by_one<<<1, 100>>>(out);
    CHECK_LAUNCH();
    CHECK_ARRAY(
        out.get(), [](size_t i) { return 99 - i; }, "threads that leave one by one");

    out.set(std::vector<int>(100, 0));
    gather_among_the_rest<<<1, 100>>>(out);
    CHECK_LAUNCH();
    CHECK_ARRAY(
        out.get(), [](size_t) { return 0; }, "predicates of those that are left");

    device_array<unsigned> votes(64);
    warp_among_the_rest<<<1, 64>>>(votes);
    CHECK_LAUNCH();
    CHECK_ARRAY(
        votes.get(),
        [](size_t i) {
            return i % 32 >= 24 || i % 32 == 5 ? 0 : (0x00ffffffu & ~(1u << 5)) + i / 32 * 32;
        },
        "a vote among those that are left");

    leave_last<<<1, 100>>>(out);
    CHECK_LAUNCH();
    CHECK_ARRAY(
        out.get(), [](size_t i) { return i == 99 ? 5 : 6; }, "the last thread leaves");

    keep_numbers<<<16, 1024>>>(out);
    keep_answers<<<16, 100>>>(out, 70);
    CHECK_LAUNCH();
    CHECK_ARRAY(
        out.get(), [](size_t i) { return i < 70 ? i < 35 || i == 60 : 6 - (i == 99); },
        "what those know that stay");
    return check_result();
}
