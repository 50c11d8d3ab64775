// atomics.cu: every atomic function on every type it takes, alone and under contention, and what
// is built from them: locks and the pattern in which the last block finishes the work.
#include "check.h"

#include <algorithm>
#include <climits>

// ---- one thread: the new value and the old one ------------------------------------------------

#define OPERATION(NAME, FUNCTION)                                                                  \
    struct NAME {                                                                                  \
        template <class T> __device__ T operator()(T *address, T value) const {                    \
            return FUNCTION(address, value);                                                       \
        }                                                                                          \
        static const char *name() { return #FUNCTION; }                                            \
    };

#define OPERATION_AND_SCOPES(NAME, FUNCTION)                                                       \
    OPERATION(NAME, FUNCTION)                                                                      \
    OPERATION(NAME##_block, FUNCTION##_block)                                                      \
    OPERATION(NAME##_system, FUNCTION##_system)

OPERATION_AND_SCOPES(add, atomicAdd)
OPERATION_AND_SCOPES(subtract, atomicSub)
OPERATION_AND_SCOPES(exchange, atomicExch)
OPERATION_AND_SCOPES(minimum, atomicMin)
OPERATION_AND_SCOPES(maximum, atomicMax)
OPERATION_AND_SCOPES(increment, atomicInc)
OPERATION_AND_SCOPES(decrement, atomicDec)
OPERATION_AND_SCOPES(bit_and, atomicAnd)
OPERATION_AND_SCOPES(bit_or, atomicOr)
OPERATION_AND_SCOPES(bit_xor, atomicXor)

template <class T> struct values_of { T start, value; };

template <class Operation, class T>
__global__ void apply_once(Operation operation, const values_of<T> *in, T *after, T *returned,
                           int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    after[i] = in[i].start;
    returned[i] = operation(&after[i], in[i].value);
}

template <class Operation, class T>
static void launch_once(const values_of<T> *in, T *after, T *returned, int n) {
    apply_once<<<2, 64>>>(Operation(), in, after, returned, n);
}

// Without the operation as a type, for it would be compiled some hundred times.
template <class T>
CHECK_FUNCTION void check_once(const char *name, const std::vector<values_of<T>> &in,
                               void (*launch)(const values_of<T> *, T *, T *, int),
                               T (*expected)(T, T)) {
    const int n = static_cast<int>(in.size());
    device_array<values_of<T>> device_in(in);
    device_array<T> after(n), returned(n);
    launch(device_in, after, returned, n);
    CHECK_LAUNCH();
    CHECK_ARRAY(
        after.get(), [&](size_t i) { return expected(in[i].start, in[i].value); },
        std::string(name) + " on a type of " + std::to_string(sizeof(T)) + " bytes");
    CHECK_ARRAY(
        returned.get(), [&](size_t i) { return in[i].start; },
        std::string(name) + ": the value returned");
}

template <class Operation, class T, class Expected>
static void test_once(const std::vector<values_of<T>> &in, Expected expected) {
    check_once<T>(Operation::name(), in, launch_once<Operation, T>, expected);
}

template <class T> static std::vector<values_of<T>> all_pairs(std::vector<T> values) {
    std::vector<values_of<T>> pairs;
    for (T a : values)
        for (T b : values)
            pairs.push_back({a, b});
    return pairs;
}

template <class T> static void test_bits_and_exchange(const std::vector<values_of<T>> &pairs) {
    test_once<exchange>(pairs, [](T, T b) { return b; });
    test_once<exchange_block>(pairs, [](T, T b) { return b; });
    test_once<exchange_system>(pairs, [](T, T b) { return b; });
    test_once<bit_and>(pairs, [](T a, T b) { return a & b; });
    test_once<bit_and_block>(pairs, [](T a, T b) { return a & b; });
    test_once<bit_and_system>(pairs, [](T a, T b) { return a & b; });
    test_once<bit_or>(pairs, [](T a, T b) { return a | b; });
    test_once<bit_or_block>(pairs, [](T a, T b) { return a | b; });
    test_once<bit_or_system>(pairs, [](T a, T b) { return a | b; });
    test_once<bit_xor>(pairs, [](T a, T b) { return a ^ b; });
    test_once<bit_xor_block>(pairs, [](T a, T b) { return a ^ b; });
    test_once<bit_xor_system>(pairs, [](T a, T b) { return a ^ b; });
}

template <class T> static void test_extremes(const std::vector<values_of<T>> &pairs) {
    test_once<minimum>(pairs, [](T a, T b) { return std::min(a, b); });
    test_once<minimum_block>(pairs, [](T a, T b) { return std::min(a, b); });
    test_once<minimum_system>(pairs, [](T a, T b) { return std::min(a, b); });
    test_once<maximum>(pairs, [](T a, T b) { return std::max(a, b); });
    test_once<maximum_block>(pairs, [](T a, T b) { return std::max(a, b); });
    test_once<maximum_system>(pairs, [](T a, T b) { return std::max(a, b); });
}

template <class T, class Add>
static void test_sums(const std::vector<values_of<T>> &pairs, Add add_) {
    test_once<add>(pairs, add_);
    test_once<add_block>(pairs, add_);
    test_once<add_system>(pairs, add_);
}

static void test_alone() {
    const auto ints = all_pairs<int>({0, 1, -1, 5, -77, 1 << 20, INT_MAX, INT_MIN});
    const auto unsigneds = all_pairs<unsigned>({0, 1, 2, 5, 0x80000000u, 0x7fffffffu, UINT_MAX});
    const auto longs =
        all_pairs<long long>({0, 1, -1, 1LL << 40, -(1LL << 35), LLONG_MAX, LLONG_MIN});
    const auto unsigned_longs = all_pairs<unsigned long long>(
        {0, 1, 0xffffffffu, 1ull << 32, 1ull << 63, 0x123456789abcdefull, ULLONG_MAX});
    const auto floats = all_pairs<float>({0, 1, -2.5f, 1e30f, -1e-30f, 3.1415927f});
    const auto doubles = all_pairs<double>({0, 1, -2.5, 1e300, -1e-300, 3.141592653589793});

    test_bits_and_exchange(ints);
    test_bits_and_exchange(unsigneds);
    test_bits_and_exchange(unsigned_longs);
    test_once<exchange>(floats, [](float, float b) { return b; });
    test_extremes(ints);
    test_extremes(unsigneds);
    test_extremes(longs);
    test_extremes(unsigned_longs);

    const auto wrapping = [](auto a, auto b) {
        typedef unsigned long long wide;
        return static_cast<decltype(a)>(static_cast<wide>(a) + static_cast<wide>(b));
    };
    test_sums(ints, wrapping);
    test_sums(unsigneds, wrapping);
    test_sums(unsigned_longs, wrapping);
    test_sums(floats, [](float a, float b) { return a + b; });
    test_sums(doubles, [](double a, double b) { return a + b; });
    const auto difference = [](auto a, auto b) {
        return static_cast<decltype(a)>(static_cast<unsigned>(a) - static_cast<unsigned>(b));
    };
    test_once<subtract>(ints, difference);
    test_once<subtract_block>(ints, difference);
    test_once<subtract_system>(ints, difference);
    test_once<subtract>(unsigneds, difference);
    const auto up = [](unsigned a, unsigned b) -> unsigned { return a >= b ? 0 : a + 1; };
    const auto down = [](unsigned a, unsigned b) -> unsigned {
        return a == 0 || a > b ? b : a - 1;
    };
    test_once<increment>(unsigneds, up);
    test_once<increment_block>(unsigneds, up);
    test_once<increment_system>(unsigneds, up);
    test_once<decrement>(unsigneds, down);
    test_once<decrement_block>(unsigneds, down);
    test_once<decrement_system>(unsigneds, down);
}

// ---- compare and swap -------------------------------------------------------------------------

template <class T> __global__ void swap_once(T *cells, T *returned) {
    const T x = static_cast<T>(5), y = static_cast<T>(9), huge = static_cast<T>(~T(0));
    cells[0] = cells[1] = cells[2] = x;
    cells[3] = huge;
    returned[0] = atomicCAS(&cells[0], x, y);
    returned[1] = atomicCAS(&cells[1], y, huge);
    returned[2] = atomicCAS(&cells[2], x, x);
    returned[3] = atomicCAS(&cells[3], huge, static_cast<T>(0));
}

template <class T> static void test_swap_once() {
    device_array<T> cells(4), returned(4);
    swap_once<<<1, 1>>>(static_cast<T *>(cells), static_cast<T *>(returned));
    CHECK_LAUNCH();
    const T huge = static_cast<T>(~T(0));
    const T after[] = {9, 5, 5, 0}, before[] = {5, 5, 5, huge};
    const std::string name = "atomicCAS on " + std::to_string(sizeof(T)) + " bytes";
    CHECK_ARRAY(
        cells.get(), [&](size_t i) { return after[i]; }, name);
    CHECK_ARRAY(
        returned.get(), [&](size_t i) { return before[i]; }, name + ": the value returned");
}

// What has no function of its own is a loop around atomicCAS.
__device__ float atomic_max(float *address, float value) {
    int *bits = reinterpret_cast<int *>(address);
    int old = *bits, assumed;
    do {
        assumed = old;
        if (__int_as_float(assumed) >= value)
            break;
        old = atomicCAS(bits, assumed, __float_as_int(value));
    } while (old != assumed);
    return __int_as_float(old);
}

template <class T> __device__ T add_by_swaps(T *address, T value) {
    T old = *address, assumed;
    do {
        assumed = old;
        old = atomicCAS(address, assumed, static_cast<T>(assumed + value));
    } while (old != assumed);
    return old;
}

__global__ void swap_in_loops(float *most, int *ints, unsigned *unsigneds,
                              unsigned long long *longs, unsigned short *shorts) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    atomic_max(most, static_cast<float>(i * 7919 % 10007) - 5000);
    add_by_swaps(ints, -1);
    add_by_swaps(unsigneds, i);
    add_by_swaps(longs, 1ull << 33);
    add_by_swaps(&shorts[i % 2], static_cast<unsigned short>(1)); // two in one word
}

static void test_swaps() {
    test_swap_once<int>();
    test_swap_once<unsigned>();
    test_swap_once<unsigned long long>();
    test_swap_once<unsigned short>();

    const unsigned blocks = 20, threads = 128, n = blocks * threads;
    device_array<float> most(1, -1e30f);
    device_array<int> ints(1);
    device_array<unsigned> unsigneds(1);
    device_array<unsigned long long> longs(1);
    device_array<unsigned short> shorts(2);
    swap_in_loops<<<blocks, threads>>>(most, ints, unsigneds, longs, shorts);
    CHECK_LAUNCH();
    float expected = -1e30f;
    for (unsigned i = 0; i < n; ++i)
        expected = std::max(expected, static_cast<float>(i * 7919 % 10007) - 5000);
    CHECK_EQUAL(most.get()[0], expected);
    CHECK_EQUAL(ints.get()[0], -static_cast<int>(n));
    CHECK_EQUAL(unsigneds.get()[0], n * (n - 1) / 2);
    CHECK_EQUAL(longs.get()[0], static_cast<unsigned long long>(n) << 33);
    CHECK_EQUAL(shorts.get()[0], n / 2);
    CHECK_EQUAL(shorts.get()[1], n / 2);
}

// ---- contention -------------------------------------------------------------------------------

template <class T> struct cells { T sum, difference, least, most, last, all_and, all_or, all_xor; };

template <class T> __global__ void add_together(T *sum, T *returned) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    returned[i] = atomicAdd(sum, static_cast<T>(1));
}

// So long that blocks meet, wherever they run.
template <class T> __global__ void add_for_long(T *sum, unsigned rounds) {
    for (unsigned i = 0; i < rounds; ++i)
        atomicAdd(sum, static_cast<T>(1));
}

template <class T> static void test_permutation() {
    const unsigned blocks = 64, threads = 256, n = blocks * threads;
    device_array<T> sum(1), returned(n);
    add_together<<<blocks, threads>>>(static_cast<T *>(sum), static_cast<T *>(returned));
    CHECK_LAUNCH();
    check_equal(sum.get()[0], static_cast<T>(n), "sum under contention", __FILE__, __LINE__);
    std::vector<T> sorted = returned.get();
    std::sort(sorted.begin(), sorted.end());
    CHECK_ARRAY(
        sorted, [](size_t i) { return i; }, "the values that atomicAdd returned, sorted");

    const unsigned rounds = 1000000, few = 4;
    sum.set({0});
    add_for_long<<<few, 1>>>(static_cast<T *>(sum), rounds);
    CHECK_LAUNCH();
    check_equal(sum.get()[0], static_cast<T>(few * rounds), "sum of blocks side by side", __FILE__,
                __LINE__);
}

__global__ void contend_integers(cells<int> *a, cells<unsigned> *b, cells<unsigned long long> *c,
                                 long long *extremes) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    const int centred = static_cast<int>(i) - 3000;
    atomicAdd(&a->sum, centred);
    atomicSub(&a->difference, centred);
    atomicMin(&a->least, centred);
    atomicMax(&a->most, centred);
    atomicAnd(&a->all_and, ~(1 << i % 20));
    atomicOr(&a->all_or, 1 << i % 30);
    atomicXor(&a->all_xor, centred);
    atomicAdd(&b->sum, i);
    atomicSub(&b->difference, i);
    atomicMin(&b->least, i + 17);
    atomicMax(&b->most, i + 17);
    atomicAnd(&b->all_and, ~(1u << i % 31));
    atomicOr(&b->all_or, 1u << i % 32);
    atomicXor(&b->all_xor, i * 2654435761u);
    const unsigned long long wide = static_cast<unsigned long long>(i) << 30;
    atomicAdd(&c->sum, wide);
    atomicMin(&c->least, wide + 99);
    atomicMax(&c->most, wide + 99);
    atomicAnd(&c->all_and, ~(1ull << i % 64));
    atomicOr(&c->all_or, 1ull << i % 61);
    atomicXor(&c->all_xor, wide * 3);
    atomicMin(&extremes[0], static_cast<long long>(centred) * 10000000000ll);
    atomicMax(&extremes[1], static_cast<long long>(centred) * 10000000000ll);
}

static void test_integers() {
    const unsigned blocks = 40, threads = 200, n = blocks * threads;
    device_array<cells<int>> a({{0, 0, INT_MAX, INT_MIN, 0, -1, 0, 0}});
    device_array<cells<unsigned>> b({{0, 0, UINT_MAX, 0, 0, UINT_MAX, 0, 0}});
    device_array<cells<unsigned long long>> c({{0, 0, ULLONG_MAX, 0, 0, ULLONG_MAX, 0, 0}});
    device_array<long long> extremes(std::vector<long long>{LLONG_MAX, LLONG_MIN});
    contend_integers<<<blocks, threads>>>(a, b, c, extremes);
    CHECK_LAUNCH();
    unsigned sum = 0, all_xor = 0, int_xor = 0;
    unsigned long long wide_sum = 0, wide_xor = 0;
    for (unsigned i = 0; i < n; ++i) {
        sum += i;
        int_xor ^= i - 3000;
        all_xor ^= i * 2654435761u;
        wide_sum += static_cast<unsigned long long>(i) << 30;
        wide_xor ^= (static_cast<unsigned long long>(i) << 30) * 3;
    }
    const cells<int> ga = a.get()[0];
    CHECK_EQUAL(ga.sum, static_cast<int>(sum - 3000 * n));
    CHECK_EQUAL(ga.difference, -static_cast<int>(sum - 3000 * n));
    CHECK_EQUAL(ga.least, -3000);
    CHECK_EQUAL(ga.most, static_cast<int>(n) - 3001);
    CHECK_EQUAL(ga.all_and, ~((1 << 20) - 1));
    CHECK_EQUAL(ga.all_or, (1 << 30) - 1);
    CHECK_EQUAL(ga.all_xor, static_cast<int>(int_xor));
    const cells<unsigned> gb = b.get()[0];
    CHECK_EQUAL(gb.sum, sum);
    CHECK_EQUAL(gb.difference, 0 - sum);
    CHECK_EQUAL(gb.least, 17u);
    CHECK_EQUAL(gb.most, n + 16);
    CHECK_EQUAL(gb.all_and, 1u << 31);
    CHECK_EQUAL(gb.all_or, UINT_MAX);
    CHECK_EQUAL(gb.all_xor, all_xor);
    const cells<unsigned long long> gc = c.get()[0];
    CHECK_EQUAL(gc.sum, wide_sum);
    CHECK_EQUAL(gc.least, 99u);
    CHECK_EQUAL(gc.most, (static_cast<unsigned long long>(n - 1) << 30) + 99);
    CHECK_EQUAL(gc.all_and, 0u);
    CHECK_EQUAL(gc.all_or, (1ull << 61) - 1);
    CHECK_EQUAL(gc.all_xor, wide_xor);
    CHECK_EQUAL(extremes.get()[0], -3000 * 10000000000ll);
    CHECK_EQUAL(extremes.get()[1], (static_cast<int>(n) - 3001) * 10000000000ll);
}

// Sums of small integers are exact in any order.
__global__ void contend_floats(float *sum, double *wide_sum, unsigned *ring_up,
                               unsigned *ring_down) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(sum, static_cast<float>(i % 8));
    atomicAdd(wide_sum, i * 0.25);
    atomicInc(ring_up, 9);    // counts modulo 10
    atomicDec(ring_down, 99); // counts down modulo 100
}

__global__ void exchange_ids(int *cell, int *returned) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    returned[i] = atomicExch(cell, i);
}

// Bins in shared memory, then into global memory.
__global__ void histogram(const unsigned char *in, unsigned n, unsigned *bins) {
    __shared__ unsigned mine[256];
    for (unsigned i = threadIdx.x; i < 256; i += blockDim.x)
        mine[i] = 0;
    __syncthreads();
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&mine[in[i]], 1u);
    __syncthreads();
    for (unsigned i = threadIdx.x; i < 256; i += blockDim.x)
        atomicAdd(&bins[i], mine[i]);
}

static void test_contention() {
    test_permutation<int>();
    test_permutation<unsigned>();
    test_permutation<unsigned long long>();
    test_permutation<float>();
    test_permutation<double>();
    test_integers();

    const unsigned blocks = 50, threads = 96, n = blocks * threads;
    device_array<float> sum(1);
    device_array<double> wide_sum(1);
    device_array<unsigned> ring_up(1, 3), ring_down(1, 5);
    contend_floats<<<blocks, threads>>>(sum, wide_sum, ring_up, ring_down);
    CHECK_LAUNCH();
    CHECK_EQUAL(sum.get()[0], n / 8 * 28);
    CHECK_EQUAL(wide_sum.get()[0], n * (n - 1) / 2 * 0.25);
    CHECK_EQUAL(ring_up.get()[0], (3 + n) % 10);
    CHECK_EQUAL(ring_down.get()[0], (5 + 100 * n - n) % 100);

    // Every id comes out exactly once, from the cell or from its end.
    device_array<int> cell(1, -1), returned(n);
    exchange_ids<<<blocks, threads>>>(cell, returned);
    CHECK_LAUNCH();
    std::vector<int> ids = returned.get();
    ids.push_back(cell.get()[0]);
    std::sort(ids.begin(), ids.end());
    CHECK_ARRAY(
        ids, [](size_t i) { return static_cast<int>(i) - 1; }, "what atomicExch returned");

    const unsigned length = 100001;
    std::vector<unsigned char> bytes(length);
    std::vector<unsigned> expected(256);
    for (unsigned i = 0; i < length; ++i) {
        bytes[i] = static_cast<unsigned char>(i * i >> 3);
        ++expected[bytes[i]];
    }
    device_array<unsigned char> in(bytes);
    device_array<unsigned> bins(256);
    histogram<<<16, 192>>>(in, length, bins);
    CHECK_LAUNCH();
    CHECK_ARRAY(
        bins.get(), [&](size_t i) { return expected[i]; }, "histogram");
}

// ---- locks and the last block -----------------------------------------------------------------

__global__ void add_under_lock(int *lock, volatile int *sum, volatile int *entered) {
    __shared__ int part;
    if (threadIdx.x == 0)
        part = 0;
    __syncthreads();
    atomicAdd(&part, static_cast<int>(threadIdx.x));
    __syncthreads();
    if (threadIdx.x == 0) {
        while (atomicCAS(lock, 0, 1) != 0)
            ;
        __threadfence();
        *sum = *sum + part; // no atomic: the lock is what protects it
        *entered = *entered + 1;
        __threadfence();
        atomicExch(lock, 0);
    }
}

__device__ unsigned blocks_done;

__global__ void sum_by_last_block(const int *in, unsigned n, volatile int *partial, int *out) {
    __shared__ int stage[128];
    __shared__ bool is_last;
    const unsigned t = threadIdx.x;
    int sum = 0;
    for (unsigned i = blockIdx.x * blockDim.x + t; i < n; i += blockDim.x * gridDim.x)
        sum += in[i];
    stage[t] = sum;
    __syncthreads();
    for (unsigned half = blockDim.x / 2; half != 0; half /= 2) {
        if (t < half)
            stage[t] += stage[t + half];
        __syncthreads();
    }
    if (t == 0) {
        partial[blockIdx.x] = stage[0];
        __threadfence();
        is_last = atomicInc(&blocks_done, gridDim.x) == gridDim.x - 1;
    }
    __syncthreads();
    if (is_last && t == 0) {
        int all = 0;
        for (unsigned i = 0; i < gridDim.x; ++i)
            all += partial[i];
        *out = all;
        blocks_done = 0; // ready for the next launch
    }
}

static void test_locks() {
    device_array<int> lock(1), sum(1), entered(1);
    add_under_lock<<<300, 64>>>(lock, sum, entered);
    CHECK_LAUNCH();
    CHECK_EQUAL(sum.get()[0], 300 * 64 * 63 / 2);
    CHECK_EQUAL(entered.get()[0], 300);

    const unsigned n = 54321, blocks = 33;
    std::vector<int> numbers(n);
    int expected = 0;
    for (unsigned i = 0; i < n; ++i)
        expected += numbers[i] = static_cast<int>(i % 1000) - 400;
    device_array<int> in(numbers), partial(blocks), out(1);
    for (int repeat = 0; repeat < 3; ++repeat) {
        out.set({0});
        sum_by_last_block<<<blocks, 128>>>(in, n, partial, out);
        CHECK_LAUNCH();
        CHECK_EQUAL(out.get()[0], expected);
    }
}

int main() {
    check_device();
    test_alone();
    test_swaps();
    test_contention();
    test_locks();
    return check_result();
}
