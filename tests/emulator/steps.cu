// steps.cu: kernels of the forms that the emulator runs from barrier to barrier without fibers (see
// emulator/include/emulator/steps.h), and what makes it give their threads fibers in the middle.
#include "check.h"

#include <cooperative_groups.h>

// ---- barriers in loops and branches -------------------------------------------------------------

template <class T> __global__ void sum_up(const T *in, T *out) {
    extern __shared__ unsigned char memory[];
    T *sums = (T *)memory;
    const int t = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    const int threads = blockDim.x * blockDim.y * blockDim.z;
    sums[t] = in[t + threads * blockIdx.x];
    __syncthreads();
    for (int i = threads / 2; i != 0; i /= 2) {
        if (t < i)
            sums[t] += sums[t + i];
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = sums[0];
}

// In each round every value moves on by one thread: in a do, a while and a for, one in the other.
__global__ void rotate(int *out, int rounds) {
    __shared__ int ring[1024];
    int t = threadIdx.x + blockDim.x * threadIdx.y, threads = blockDim.x * blockDim.y;
    int value = t, done = 0;
    do {
        int i = 0;
        while (i < 2) {
            for (int k = 0; k != 3; k++) {
                ring[t] = value;
                __syncthreads();
                value = ring[(t + 1) % threads];
                __syncthreads();
            }
            i++;
        }
    } while (++done < rounds);
    out[t + threads * blockIdx.x] = value;
}

// What is true for a whole block. Some leave at once, as a whole.
__global__ void branches(int *out) {
    __shared__ int word;
    int t = threadIdx.x, b = blockIdx.x;
    if (b % 4 == 3)
        return;
    if (b % 4 == 0) {
        if (t == 0)
            word = b;
        __syncthreads();
        out[t + b * blockDim.x] = word;
    } else if (b % 4 == 1)
        __syncthreads();
    else {
        for (int i = 0; i < b; i++) {
            if (t == i % (int)blockDim.x)
                word = i;
            __syncthreads();
            if (word == 5)
                break;
            if (i % 2 == 0) {
                __syncthreads();
                continue;
            }
            __syncthreads();
            out[t + b * blockDim.x] += i;
        }
    }
}

// The barriers of the block as a cooperative group. Some threads come to them by another way, which
// steps know nothing of.
namespace cg = cooperative_groups;

__device__ void come_to(cg::thread_block all, int times) {
    for (int i = 0; i < times; i++)
        all.sync();
}

__global__ void by_groups(int *out, int rounds, int apart) {
    __shared__ int ring[64];
    const int t = threadIdx.x, threads = blockDim.x;
    const auto all = cg::this_thread_block();
    int value = t;
    for (int i = 0; i < rounds; i++) {
        ring[t] = value;
        all.sync();
        value = ring[(t + 1) % threads];
        cg::sync(all);
    }
    ring[t] = value;
    if (apart)
        come_to(all, 2);
    else
        __syncthreads();
    if (!apart)
        cg::this_thread_block().sync();
    out[t] = ring[threads - 1 - t] + all.thread_rank() + all.num_threads();
}

// ---- barriers in functions ----------------------------------------------------------------------

// Every value moves on by one thread, so many times.
__device__ int moved(int value, volatile int *ring, int times, cg::thread_block all) {
    const int t = threadIdx.x, n = blockDim.x;
    if (times == 0)
        return value;
    for (int i = 0; i < times; i++) {
        ring[t] = value;
        cg::sync(all);
        int next = ring[(t + 1) % n];
        all.sync();
        value = next;
    }
    return value;
}
__device__ int moved_twice(int value, volatile int *ring, const cg::thread_block &all) {
    int once = moved(value, ring, 2, all);
    return moved(once, ring, 3, all) - value;
}
__device__ int4 moved_in_part(int4 v, int *ring, cg::thread_block all) {
    v.x += v.y;
    int x = moved(v.x, ring, 1, all);
    v.x = x;
    return v;
}
__device__ void clear(int *ring) {
    __syncthreads();
    ring[threadIdx.x] = 0;
    __syncthreads();
}
__device__ void meet(int *ring, int value) {
    ring[threadIdx.x] = value;
    __syncthreads();
}
// The whole block leaves the function at the first positive number.
__device__ unsigned first_positive(const int *in, int *word, const int n) {
    for (int i = 0; i < n; i++) {
        if (threadIdx.x == 0)
            *word = in[i];
        __syncthreads();
        const int seen = *word;
        __syncthreads();
        if (seen > 0)
            return i;
    }
    return n;
}

__global__ void by_functions(const int *in, int *out, int n) {
    __shared__ int ring[128];
    __shared__ int word;
    cg::thread_block all = cg::this_thread_block();
    const int t = threadIdx.x, threads = blockDim.x;
    int sum = moved_twice(t + 1000, ring, all);
    int4 v = make_int4(t, 1, 2, 3);
    v = moved_in_part(v, ring, all);
    for (int i = 0; i < n; i++) {
        clear(ring);
        if (ring[threads - 1 - t] != 0)
            sum = -1000000;
        __syncthreads();
        if (i % 2 == 0)
            sum += moved(t, ring, 1, all) * 2;
        else {
            clear(ring);
            sum += moved(t, ring, i, all);
        }
    }
    unsigned at = first_positive(in, &word, n);
    __syncthreads();
    if (n % 2 == 0)
        meet(ring, t);
    else
        meet(ring, -t);
    out[t] = sum + v.x + v.w + at + ring[threads - 1 - t];
}

// ---- variables ----------------------------------------------------------------------------------

struct span {
    const int *first;
    int count;
};

// The kernel changes its own copies of the arguments.
__global__ void arguments(span all, int *out, int n) {
    __shared__ int offset;
    if (threadIdx.x == 0)
        offset = 3;
    n -= threadIdx.x;
    out += threadIdx.x;
    __syncthreads();
    all.first += offset;
    all.count -= offset;
    n *= 2;
    __syncthreads();
    *out = n + all.first[0] + all.count;
}

__global__ void variables(const float *in, float *out, int n) {
    __shared__ float4 mine[64];
    constexpr int FACTOR = 4;
    const int count = 2;
    const unsigned thread = threadIdx.x;
    const float *place = in + thread, *const end = in + n;
    float x, y = 1;
    bool odd = thread % 2 != 0, late;
    float4 v = make_float4(0, 0, 0, 0);
    long long far, near = -1;
    x = *place;
    for (int i = 0; i < count; i++)
        y *= FACTOR;
    mine[thread] = make_float4(x, y, odd, end - place);
    __syncthreads();
    {
        const float4 other = mine[(thread + 1) % blockDim.x];
        float theirs = other.x;
        v.x += theirs;
        v.w = other.w;
        late = other.z != 0;
        __syncthreads();
    }
    for (int i = 0; i < 3; i++) {
        v.y += i;
        __syncthreads();
    }
    for (int i = 10; i < 12; i++)
        v.y += i;
    far = near * (1ll << 33);
    int i = 7;
    __syncthreads();
    out[thread] = v.x + x + y + v.y + v.w + i + (odd == late) + (far == -(1ll << 33) ? 0 : 1000);
}

// Names that mean several things.
__global__ void shadows(int *out) {
    __shared__ int words[64];
    int t = threadIdx.x, sum = 0;
    {
        int t = threadIdx.x + 1; // another t
        words[t % 64] = t;
        __syncthreads();
        sum += t;
    }
    sum += words[t];
    __syncthreads();
    for (unsigned i = 0; i < 2; i++) {
        __syncthreads();
        sum += i;
    }
    for (int i = -3; i < 0; i++) {
        sum += i;
        __syncthreads();
    }
    out[t] = sum;
}

// Values in front of everything, which must not change from one step to the next.
__device__ int tickets;
__global__ void values(int *out) {
    const int ticket = atomicAdd(&tickets, 1);
    const int *place = nullptr;
    int thread = threadIdx.x;
    out[thread] = thread;
    place = out + thread;
    __syncthreads();
    int next = out[(thread + 1) % 64];
    __syncthreads();
    out[thread] = next + *place + (ticket < 64 ? 0 : 1000);
}

// Variables that are read behind a barrier, but not by their names.
#define BEHIND(array) array[(thread + distance) % 64]
__global__ void by_macro(int *out) {
    int thread = threadIdx.x, distance = 1;
    out[thread] = thread;
    __syncthreads();
    int next = BEHIND(out);
    __syncthreads();
    out[thread] = next;
}
__global__ void by_address(int *out) {
    int own = threadIdx.x, *address = &own;
    __syncthreads();
    *address += 1;
    __syncthreads();
    out[threadIdx.x] = own;
}

// Variables that look as if they always had the value of their definition, and arguments that look
// as if nobody changed them.
__device__ void add_one(int &value) {
    value++;
}
#define ADD_TWO(value) (value += 2)
__global__ void changed_elsewhere(int *out, int n, int m) {
    int t = threadIdx.x, u = threadIdx.x, v = threadIdx.x, w = threadIdx.x;
    add_one(n);
    add_one(t);
    out[threadIdx.x] = ADD_TWO(u) + (ADD_TWO(m));
    v <<= 1;
    if (t != 0) {
        int &alias = w;
        alias += 7;
    }
    __syncthreads();
    out[threadIdx.x] = n + m + t + u + v + w;
}
// Arguments and variables changed by reference, without what makes the emulator look closer.
__global__ void changed_by_reference(int *out, int n) {
    int t = threadIdx.x, last = blockDim.x - 1;
    add_one(n);
    add_one(t);
    __syncthreads();
    out[last - threadIdx.x] = n + t;
}

// A number that looks as if all threads had the same one. They take the same barriers, and count
// from where they are in the block.
struct place_in_block {
    __device__ operator int() const { return threadIdx.x; }
};
__device__ place_in_block place;
__global__ void not_in_common(int *out, int rounds) {
    int first = place, sum = 0;
    for (int i = first; i < first + rounds; i++) {
        __syncthreads();
        sum += i;
        __syncthreads();
        sum += 1000;
    }
    out[threadIdx.x] = sum;
}

// Constants of the file, and one of the kernel that hides one.
const int ROW = 8, COLUMNS = 4;
const unsigned HALF = ROW / 2;
__global__ void from_constants(int *out, int width) {
    int COLUMNS = 1 + threadIdx.x % 2;
    const int row = threadIdx.x / ROW, column = threadIdx.x % HALF;
    int place = row * width + column, twice = 2 * place, many = place * COLUMNS;
    out[threadIdx.x] = 0;
    for (unsigned i = HALF; i != 0; i >>= 1)
        __syncthreads();
    COLUMNS = 0;
    __syncthreads();
    out[threadIdx.x] = place + 100 * twice + 10000 * many + COLUMNS;
}

struct no_default {
    const int value;
    __device__ explicit no_default(int v) : value(v) {}
};
struct counts_up {
    int value = 5;
};
struct alignas(64) wide {
    int words[16];
};

// T may be const, or a class that is not assigned.
template <class T, class U, class V> __global__ void types(T *in, int *out, V given) {
    T value = in[threadIdx.x];
    V copy = given;
    int sum = 0;
    for (int i = 0; i < 3; i++) {
        U fresh;
        dim3 size;
        __syncthreads();
        size.x += 1;
        sum += ++fresh.value + size.x;
    }
    copy.words[1] = sum;
    __syncthreads();
    out[threadIdx.x] = value + copy.words[0] + copy.words[1];
}
template <class T> __global__ void unassigned(int *out) {
    T first = static_cast<T>(threadIdx.x);
    __syncthreads();
    T second = first;
    __syncthreads();
    out[threadIdx.x] = first.value + second.value;
}

// ---- what needs fibers --------------------------------------------------------------------------

__device__ int first_of_block(int value) {
    __shared__ int word;
    if (threadIdx.x == 0)
        word = value;
    __syncthreads();
    int result = word;
    __syncthreads();
    return result;
}

__device__ int sum_of_warp(int value) {
    for (int i = 16; i != 0; i /= 2)
        value += __shfl_xor_sync(0xffffffffu, value, i);
    return value;
}

// Some blocks wait in functions, in their first, second or third step, or for the neighbour in the
// warp; others do not, and come before and after.
__global__ void in_functions(int *out) {
    __shared__ int words[96];
    int t = threadIdx.x, b = blockIdx.x, sum = 0;
    if (b % 7 == 3)
        sum += first_of_block(b + t);
    words[t] = t;
    __syncthreads();
    if (b % 7 == 4)
        sum += first_of_block(b + t);
    if (b % 7 == 5)
        sum += sum_of_warp(t);
    sum += words[(t + 1) % 96];
    __syncthreads();
    if (b % 7 == 6)
        sum += sum_of_warp(1) + first_of_block(b);
    words[t] = sum;
    __syncthreads();
    sum += words[(t + 95) % 96];
    out[t + 96 * b] = sum;
}

// One thread waits for what another will store, which comes after it or before it in the block, in
// the first or the second step. They are of different warps: a GPU may let a thread wait for others
// of its warp that have come out of a loop, before any of them goes on.
__global__ void flags(volatile int *words, int *out, int waiting, int storing, int step) {
    __shared__ int meeting;
    int t = threadIdx.x, b = blockIdx.x;
    for (int i = 0; i < 3; i++) {
        if (i == step && t == waiting)
            while (words[b] == 0)
                ;
        if (i == step && t == storing)
            words[b] = 8;
        if (t == i)
            meeting = i;
        __syncthreads();
        if (t == (int)blockDim.x - 1)
            out[b] += meeting + words[b];
        __syncthreads();
    }
}

// More strides than a turn has, in the first step and in a later one.
__global__ void strides(const int *in, long long *out, int n) {
    __shared__ long long sums[64];
    long long sum = 0;
    for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x)
        sum += in[i];
    sums[threadIdx.x] = sum;
    __syncthreads();
    sum = sums[(threadIdx.x + 1) % blockDim.x];
    int stride = blockDim.x * gridDim.x;
    for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += stride)
        sum += in[i];
    __syncthreads();
    sums[threadIdx.x] = sum;
    __syncthreads();
    for (int i = blockDim.x / 2; i != 0; i /= 2) {
        if ((int)threadIdx.x < i)
            sums[threadIdx.x] += sums[threadIdx.x + i];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        out[blockIdx.x] = sums[0];
}

// Threads leave between the barriers, which the emulator warns of. `first` to `last` stay.
__global__ void leave(int *out, int first, int last) {
    __shared__ int count;
    int t = threadIdx.x;
    if (t == 0)
        count = 0;
    __syncthreads();
    atomicAdd(&count, 1);
    if (t < first || t >= last)
        return;
    __syncthreads();
    out[t] = count;
    for (int i = 0; i < 3; i++)
        __syncthreads();
    if (t % 2 == 1)
        return;
    __syncthreads();
    out[t] += 1000;
}

// -------------------------------------------------------------------------------------------------

template <class T> static void test_sums(dim3 block) {
    const int threads = block.x * block.y * block.z, blocks = 5;
    std::vector<T> values(threads * blocks);
    for (size_t i = 0; i < values.size(); i++)
        values[i] = static_cast<T>(i % 13);
    device_array<T> in(values), out(blocks);
    sum_up<T><<<blocks, block, threads * sizeof(T)>>>(in, out);
    CHECK_LAUNCH();
    CHECK_ARRAY(
        out.get(),
        [&](size_t b) {
            T sum = 0;
            for (int i = 0; i < threads; i++)
                sum += values[b * threads + i];
            return sum;
        },
        "sums of " + std::to_string(threads));
}

static void test_rotation(dim3 block, int rounds) {
    const int threads = block.x * block.y, blocks = 3;
    device_array<int> out(blocks * threads);
    rotate<<<blocks, block>>>(out, rounds);
    CHECK_LAUNCH();
    CHECK_ARRAY(
        out.get(), [&](size_t i) { return (i % threads + 6 * rounds) % threads; },
        "rotations of " + std::to_string(threads));
}

static void test_branches() {
    const int threads = 40, blocks = 23;
    device_array<int> out(threads * blocks, -1);
    branches<<<blocks, threads>>>(out);
    CHECK_LAUNCH();
    CHECK_ARRAY(
        out.get(),
        [&](size_t i) {
            const int b = static_cast<int>(i) / threads;
            if (b % 4 == 0)
                return b;
            int sum = -1;
            for (int k = 0; b % 4 == 2 && k < b && k != 5; k++)
                sum += k % 2 == 0 ? 0 : k;
            return sum;
        },
        "branches");
}

static void test_groups() {
    const int threads = 50;
    for (int apart = 0; apart < 2; apart++) {
        device_array<int> out(threads);
        by_groups<<<1, threads>>>(out, 7, apart);
        CHECK_LAUNCH();
        CHECK_ARRAY(
            out.get(), [&](size_t i) { return (threads - 1 - i + 7) % threads + i + threads; },
            "barriers of the block as a group");
    }
}

static void test_functions_with_barriers() {
    const int threads = 100, n = 4;
    device_array<int> in(std::vector<int>{0, -1, 5, 7}), out(threads);
    for (int times = 0; times < 2; times++) {
        by_functions<<<3, threads>>>(in, out, n);
        CHECK_LAUNCH();
    }
    CHECK_ARRAY(
        out.get(),
        [&](size_t i) {
            const int t = static_cast<int>(i), other = threads - 1 - t;
            const auto after = [&](int times) { return (t + times) % threads; };
            return after(5) - t + 2 * after(1) + after(1) + 2 * after(1) + after(3) + // sum
                   (after(1) + 1) + 3 + 2 + other;
        },
        "functions with barriers");
}

static void test_variables() {
    std::vector<int> numbers = {10, 20, 30, 40, 50};
    device_array<int> first(numbers), out(33);
    arguments<<<1, 33>>>(span{first, 5}, out, 100);
    CHECK_LAUNCH();
    CHECK_ARRAY(
        out.get(), [](size_t i) { return (100 - static_cast<int>(i)) * 2 + 40 + 2; }, "arguments");

    device_array<int> words(64);
    values<<<1, 64>>>(words);
    CHECK_LAUNCH();
    CHECK_ARRAY(
        words.get(), [](size_t i) { return (i + 1) % 64 + i; }, "values");
    by_macro<<<1, 64>>>(words);
    CHECK_LAUNCH();
    CHECK_ARRAY(
        words.get(), [](size_t i) { return (i + 1) % 64; }, "read by a macro");
    by_address<<<1, 64>>>(words);
    CHECK_LAUNCH();
    CHECK_ARRAY(
        words.get(), [](size_t i) { return i + 1; }, "read by address");
    changed_elsewhere<<<1, 64>>>(words, 10, 20);
    CHECK_LAUNCH();
    CHECK_ARRAY(
        words.get(), [](size_t i) { return 11 + 22 + (i + 1) + (i + 2) + 2 * i + (i + 7); },
        "changed elsewhere");
    changed_by_reference<<<1, 64>>>(words, 10);
    CHECK_LAUNCH();
    CHECK_ARRAY(
        words.get(), [](size_t i) { return 11 + (63 - i) + 1; }, "changed by reference");
    not_in_common<<<1, 64>>>(words, 3);
    CHECK_LAUNCH();
    CHECK_ARRAY(
        words.get(), [](size_t i) { return 3 * i + 3 + 3000; }, "not in common");
    from_constants<<<1, 64>>>(words, 9);
    CHECK_LAUNCH();
    CHECK_ARRAY(
        words.get(),
        [](size_t i) {
            const size_t at = i / ROW * 9 + i % COLUMNS;
            return at + 200 * at + 10000 * at * (1 + i % 2);
        },
        "from constants");
    types<const int, counts_up><<<1, 5>>>(static_cast<const int *>(first), out, wide{{7}});
    CHECK_LAUNCH();
    CHECK_ARRAY(
        out.get(),
        [&](size_t i) {
            const int t = static_cast<int>(i);
            return t < 5 ? numbers[t] + 7 + 3 * (6 + 2) : (100 - t) * 2 + 40 + 2;
        },
        "types");
    unassigned<no_default><<<1, 33>>>(out);
    CHECK_LAUNCH();
    CHECK_ARRAY(
        out.get(), [](size_t i) { return 2 * i; }, "a class that is not assigned");

    device_array<int> sums(64);
    shadows<<<1, 64>>>(sums);
    CHECK_LAUNCH();
    CHECK_ARRAY(
        sums.get(), [](size_t i) { return i + 1 + (i == 0 ? 64 : i) + 1 - 6; }, "shadows");

    std::vector<float> values(64);
    for (size_t i = 0; i < values.size(); i++)
        values[i] = static_cast<float>(3 * i);
    device_array<float> in(values), results(64);
    variables<<<1, 64>>>(in, results, 64);
    CHECK_LAUNCH();
    CHECK_ARRAY(
        results.get(),
        [&](size_t i) {
            const size_t next = (i + 1) % 64;
            return values[next] + values[i] + 16 + (3 + 21) + (64 - next) + 7;
        },
        "variables");
}

static void test_functions() {
    const int blocks = 50;
    device_array<int> out(96 * blocks);
    in_functions<<<blocks, 96>>>(out);
    CHECK_LAUNCH();
    const auto before_last = [](int t, int b) {
        int sum = (t + 1) % 96;
        if (b % 7 == 3 || b % 7 == 4)
            sum += b;
        if (b % 7 == 5)
            sum += 32 * (t / 32 * 32) + 31 * 16;
        if (b % 7 == 6)
            sum += 32 + b;
        return sum;
    };
    CHECK_ARRAY(
        out.get(),
        [&](size_t i) {
            const int t = static_cast<int>(i) % 96, b = static_cast<int>(i) / 96;
            return before_last(t, b) + before_last((t + 95) % 96, b);
        },
        "waiting in functions");
}

static void test_flags(int waiting, int storing, int step) {
    const int blocks = 3;
    device_array<int> words(blocks), out(blocks);
    flags<<<blocks, 70>>>(words, out, waiting, storing, step);
    CHECK_LAUNCH();
    CHECK_ARRAY(
        out.get(), [&](size_t) { return 0 + 1 + 2 + 8 * (3 - step); },
        "thread " + std::to_string(waiting) + " waits for " + std::to_string(storing) +
            " in step " + std::to_string(step));
}

static void test_strides(int n) {
    const int blocks = 2, threads = 64;
    std::vector<int> values(n);
    for (int i = 0; i < n; i++)
        values[i] = i % 1000;
    device_array<int> in(values);
    device_array<long long> out(blocks);
    strides<<<blocks, threads>>>(in, out, n);
    CHECK_LAUNCH();
    CHECK_ARRAY(
        out.get(),
        [&](size_t b) {
            long long sum = 0;
            for (int i = 0; i < n; i++)
                if (i / threads % blocks == static_cast<int>(b))
                    sum += 2 * values[i];
            return sum;
        },
        "strides over " + std::to_string(n));
}

static void test_leaving(int first, int last) {
    device_array<int> out(100, -1);
    leave<<<1, 100>>>(out, first, last);
    CHECK_LAUNCH();
    CHECK_ARRAY(
        out.get(),
        [&](size_t i) {
            const int t = static_cast<int>(i);
            return t < first || t >= last ? -1 : 100 + (t % 2 == 0 ? 1000 : 0);
        },
        "threads " + std::to_string(first) + " to " + std::to_string(last) + " stay");
}

int main() {
    check_device();
    test_sums<float>(1);
    test_sums<float>(256);
    test_sums<unsigned long long>(dim3(8, 4, 4));
    test_sums<int>(1024);
    test_sums<double>(dim3(2, 2, 2));
    test_rotation(1, 1);
    test_rotation(dim3(7, 5), 3);
    test_rotation(1000, 2);
    test_branches();
    test_groups();
    test_functions_with_barriers();
    test_variables();
    test_functions();
    for (int step = 0; step < 2; step++) {
        test_flags(0, 69, step);
        test_flags(0, 32, step);
        test_flags(63, 69, step);
        test_flags(69, 0, step);
        test_flags(31, 32, step);
        test_flags(64, 63, step);
    }
    for (int n : {0, 1, 127, 128, 129, 16 * 128, 17 * 128 + 1, 64 * 128 + 77, 300000})
        test_strides(n);
    test_leaving(0, 100);
    test_leaving(1, 100);
    test_leaving(0, 99);
    test_leaving(0, 1);
    test_leaving(40, 60);
    return check_result();
}
