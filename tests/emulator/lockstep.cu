// Warps whose threads exchange values through volatile memory without a __syncwarp(), as programs
// from before Volta do: GPUs take the threads of a warp in step, and so does the emulator. Each sum
// below must be what these programs expect.
#include "check.h"

constexpr int N = 256;

// As in the reduction of NVIDIA's samples.
template <int THREADS> __device__ void add_last_warp(volatile int *v, int t) {
    if (THREADS >= 64)
        v[t] += v[t + 32];
    v[t] += v[t + 16];
    v[t] += v[t + 8];
    v[t] += v[t + 4];
    v[t] += v[t + 2];
    v[t] += v[t + 1];
}

__global__ void sum_by_function(const int *in, int *out) {
    __shared__ int sums[N];
    const int t = threadIdx.x;
    sums[t] = in[blockIdx.x * N + t];
    __syncthreads();
    for (int step = N / 2; step > 32; step /= 2) {
        if (t < step)
            sums[t] += sums[t + step];
        __syncthreads();
    }
    if (t < 32)
        add_last_warp<N>(sums, t);
    if (t == 0)
        out[blockIdx.x] = sums[0];
}

// In the kernel, with a running sum, and a barrier behind it that half a warp comes to early.
__global__ void sum_in_kernel(const int *in, int *out) {
    extern __shared__ int dynamic[];
    const int t = threadIdx.x;
    int mine = in[blockIdx.x * N + t] + in[blockIdx.x * N + t + N / 2];
    dynamic[t] = mine;
    __syncthreads();
    if (t < 64)
        dynamic[t] = mine = mine + dynamic[t + 64];
    __syncthreads();
    if (t < 32) {
        volatile int *v = dynamic;
        v[t] = mine = mine + v[t + 32];
        if (t < 16) {
            v[t] = mine = mine + v[t + 16];
            v[t] = mine = mine + v[t + 8];
            *(v + t) = mine = mine + *(v + t + 4);
            v[t] = mine = mine + v[t + 2];
            v[t] = mine = mine + v[t + 1];
        }
    }
    __syncthreads();
    if (t == 37)
        out[blockIdx.x] = dynamic[0];
}

// In global memory, as in Cheng, Grossman and McKercher's book.
__global__ void sum_in_global_memory(int *in, int *out) {
    int *mine = in + blockIdx.x * N;
    const int t = threadIdx.x;
    for (int step = N / 2; step > 32; step >>= 1) {
        if (t < step)
            mine[t] += mine[t + step];
        __syncthreads();
    }
    if (t < 32) {
        volatile int *v = mine;
        v[t] += v[t + 32];
        v[t] += v[t + 16];
        v[t] += v[t + 8];
        v[t] += v[t + 4];
        v[t] += v[t + 2];
        v[t] += v[t + 1];
    }
    if (t == 0)
        out[blockIdx.x] = mine[0];
}

// Scans in a loop, twice: all lanes read before one of them writes.
__global__ void scan(const int *in, int *out) {
    volatile __shared__ int from[N], steps[N / 32];
    const int t = threadIdx.x, lane = t % 32;
    for (int i = t; i < 2 * N; i += N) {
        from[t] = in[i];
        steps[t / 32] = 0;
        for (int distance = 1; distance < 32; distance *= 2) {
            const int before = lane >= distance ? from[t - distance] : 0;
            from[t] += before;
            if (lane == 31)
                steps[t / 32]++;
        }
        __syncthreads();
        out[i] = from[t ^ 32] + 1000 * steps[t / 32];
        __syncthreads();
    }
}

// A sum in a loop: in the first turns only some lanes read.
__global__ void spread(int *out) {
    __shared__ volatile int v[32];
    const int t = threadIdx.x;
    v[t] = t == 0;
    int distance = 16;
    do
        if (t % (2 * distance) == distance)
            v[t] = v[t - distance] + 1;
    while ((distance /= 2) > 0);
    out[t] = v[t];
}

// Some lanes go a longer way, and the others wait for them where the ways meet.
__global__ void meet_again(int *out) {
    __shared__ volatile int v[64];
    const int t = threadIdx.x;
    v[t] = t;
    v[t + 32] = 0;
    if (t % 2 == 0)
        for (int i = 0; i < t; ++i)
            v[t] = v[t] + 1;
    out[t] = v[31 - t];
}

// The same as an inclusive sum of 32 elements, where only a cast makes them volatile. What other
// lanes read needs one: nvcc moves `v[t] = 0` behind the first volatile reads.
__global__ void casts(int *out) {
    __shared__ int v[64];
    const int t = threadIdx.x;
    *(volatile int *)&v[t] = 0;
    *(volatile int *)&v[t + 32] = t + 1;
    for (int distance = 1; distance < 32; distance *= 2)
        ((volatile int *)v)[t + 32] += *(volatile int *)&v[t + 32 - distance];
    out[t] = v[t + 32];
}

int main() {
    check_device();
    constexpr int BLOCKS = 5;
    std::vector<int> numbers(BLOCKS * N), sums(BLOCKS), before(2 * N);
    for (int i = 0; i < BLOCKS * N; ++i)
        sums[i / N] += numbers[i] = i * i % 101;
    for (int i = 0; i < 2 * N; ++i)
        before[i] = numbers[i] + (i % 32 != 0 ? before[i - 1] : 0);
    const auto sum = [&](size_t b) { return sums[b]; };
    device_array<int> in(numbers), out(2 * N);
    const auto results = [&](std::size_t count) {
        CHECK_LAUNCH();
        std::vector<int> all = out.get();
        all.resize(count);
        return all;
    };

    sum_by_function<<<BLOCKS, N>>>(in, out);
    CHECK_ARRAY(results(BLOCKS), sum, "a function of the last warp");
    sum_in_kernel<<<BLOCKS, N / 2, N / 2 * sizeof(int)>>>(in, out);
    CHECK_ARRAY(results(BLOCKS), sum, "the last warp in the kernel");
    scan<<<1, N>>>(in, out);
    CHECK_ARRAY(
        results(2 * N), [&](size_t i) { return before[i ^ 32] + 5000; }, "scans in a loop");
    spread<<<1, 32>>>(out);
    CHECK_ARRAY(
        results(32), [](unsigned t) { return 1 + __builtin_popcount(t); }, "in turns of a loop");
    meet_again<<<1, 32>>>(out);
    CHECK_ARRAY(
        results(32), [](size_t t) { return (31 - t) * (t % 2 + 1); }, "lanes that meet again");
    casts<<<1, 32>>>(out);
    CHECK_ARRAY(
        results(32), [](int t) { return (t + 1) * (t + 2) / 2; }, "volatile by a cast");
    sum_in_global_memory<<<BLOCKS, N>>>(in, out); // the last: it changes them
    CHECK_ARRAY(results(BLOCKS), sum, "in global memory");
    return check_result();
}
