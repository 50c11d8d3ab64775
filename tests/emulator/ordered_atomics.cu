// ordered_atomics.cu: atomic operations with an order and a scope: cuda::atomic and atomic_ref,
// cuda::std::atomic, __nv_atomic_*; atomicCAS of 16 bytes, and atomicAdd of vectors.
#include "check.h"

#include <cuda/atomic>
#include <cuda/std/atomic>

#include <algorithm>
#include <numeric>

// ---- each operation, by one thread --------------------------------------------------------------

// What an operation returned, and what is there then.
template <class T> struct outcome { T returned, left; };

template <class T> __device__ T number(int n) {
    return static_cast<T>(n);
}
template <> __device__ int *number<int *>(int n) {
    return reinterpret_cast<int *>(n * sizeof(int));
}

// `cell` is an atomic object or a reference; what all types of numbers and pointers have.
template <class T, class Cell> __device__ void use_sums(Cell &cell, outcome<T> *out) {
    int i = 0;
    const auto tell = [&](T returned) { out[i++] = {returned, cell.load()}; };
    cell.store(number<T>(40));
    tell(cell.load(cuda::memory_order_acquire));
    tell(cell.exchange(number<T>(8), cuda::memory_order_acq_rel));
    tell(cell.fetch_add(5, cuda::memory_order_relaxed));
    tell(cell.fetch_sub(3, cuda::memory_order_release));
    tell(++cell);
    tell(cell++);
    tell(--cell);
    tell(cell--);
    tell(cell += 4);
    tell(cell -= 1);
    tell(cell = number<T>(20));
    T expected = number<T>(21);
    tell(number<T>(cell.compare_exchange_strong(expected, number<T>(30)) ? 1 : 0));
    tell(expected);
    while (!cell.compare_exchange_weak(expected, number<T>(31), cuda::memory_order_acq_rel,
                                       cuda::memory_order_relaxed)) {
    }
    tell(expected);
    cell.wait(number<T>(30));
    cell.notify_one();
    cell.notify_all();
    tell(cell);
}
constexpr int SUMS = 15;
static const int sums_returned[SUMS] = {40, 40, 8, 13, 11, 11, 11, 11, 14, 13, 20, 0, 20, 20, 31};
static const int sums_left[SUMS] = {40, 8, 13, 10, 11, 12, 11, 10, 14, 13, 20, 20, 20, 31, 31};

template <class T, class Cell> __device__ void use_extremes(Cell &cell, outcome<T> *out) {
    int i = 0;
    const auto tell = [&](T returned) { out[i++] = {returned, cell.load()}; };
    cell.store(number<T>(40), cuda::memory_order_relaxed);
    tell(cell.fetch_min(number<T>(50)));
    tell(cell.fetch_min(number<T>(30), cuda::memory_order_relaxed));
    tell(cell.fetch_max(number<T>(20)));
    tell(cell.fetch_max(number<T>(60), cuda::memory_order_acquire));
}
constexpr int EXTREMES = 4;
static const int extremes_returned[EXTREMES] = {40, 40, 30, 30};
static const int extremes_left[EXTREMES] = {40, 30, 30, 60};

template <class T, class Cell> __device__ void use_bits(Cell &cell, outcome<T> *out) {
    int i = 0;
    const auto tell = [&](T returned) { out[i++] = {returned, cell.load()}; };
    cell.store(0x3c);
    tell(cell.fetch_and(0x1f));
    tell(cell.fetch_or(0x41));
    tell(cell.fetch_xor(0x11, cuda::memory_order_release));
    tell(cell &= 0x4f);
    tell(cell |= 0x30);
    tell(cell ^= 0x03);
}
constexpr int BITS = 6;
static const int bits_returned[BITS] = {0x3c, 0x1c, 0x5d, 0x4c, 0x7c, 0x7f};
static const int bits_left[BITS] = {0x1c, 0x5d, 0x4c, 0x4c, 0x7c, 0x7f};

template <class T, cuda::thread_scope SCOPE>
__global__ void use_object(cuda::atomic<T, SCOPE> *global, outcome<T> *sums, outcome<T> *extremes,
                           outcome<T> *bits) {
    __shared__ cuda::atomic<T, SCOPE> shared;
    for (int i = 0; i < 2; ++i) {
        cuda::atomic<T, SCOPE> &cell = i == 0 ? *global : shared;
        use_sums<T>(cell, sums + i * SUMS);
        if constexpr (!std::is_pointer<T>::value)
            use_extremes<T>(cell, extremes + i * EXTREMES);
        if constexpr (std::is_integral<T>::value)
            use_bits<T>(cell, bits + i * BITS);
    }
}

template <class T, cuda::thread_scope SCOPE>
__global__ void use_reference(T *object, outcome<T> *sums, outcome<T> *extremes, outcome<T> *bits) {
    __shared__ T shared;
    for (int i = 0; i < 2; ++i) {
        cuda::atomic_ref<T, SCOPE> cell(i == 0 ? *object : shared);
        use_sums<T>(cell, sums + i * SUMS);
        if constexpr (!std::is_pointer<T>::value)
            use_extremes<T>(cell, extremes + i * EXTREMES);
        if constexpr (std::is_integral<T>::value)
            use_bits<T>(cell, bits + i * BITS);
    }
}

template <class T> static T wanted(int n) {
    return static_cast<T>(n);
}
template <> int *wanted<int *>(int n) {
    return reinterpret_cast<int *>(n * sizeof(int));
}

template <class T>
static void compare(const std::vector<outcome<T>> &got, const int *returned, const int *left,
                    int count, const char *what) {
    for (size_t i = 0; i < got.size(); ++i)
        check_that(got[i].returned == wanted<T>(returned[i % count]) &&
                       got[i].left == wanted<T>(left[i % count]),
                   std::string(what) + ": operation " + std::to_string(i), __FILE__, __LINE__);
}

template <class T, cuda::thread_scope SCOPE> static void test_alone(const char *what) {
    for (const bool reference : {false, true}) {
        device_array<T> cell(1);
        device_array<outcome<T>> sums(2 * SUMS), extremes(2 * EXTREMES), bits(2 * BITS);
        if (reference)
            use_reference<T, SCOPE>
                <<<1, 1>>>(static_cast<T *>(cell), static_cast<outcome<T> *>(sums),
                           static_cast<outcome<T> *>(extremes), static_cast<outcome<T> *>(bits));
        else
            use_object<T, SCOPE>
                <<<1, 1>>>(reinterpret_cast<cuda::atomic<T, SCOPE> *>(static_cast<T *>(cell)),
                           static_cast<outcome<T> *>(sums), static_cast<outcome<T> *>(extremes),
                           static_cast<outcome<T> *>(bits));
        CHECK_LAUNCH();
        compare(sums.get(), sums_returned, sums_left, SUMS, what);
        if (!std::is_pointer<T>::value)
            compare(extremes.get(), extremes_returned, extremes_left, EXTREMES, what);
        if (std::is_integral<T>::value)
            compare(bits.get(), bits_returned, bits_left, BITS, what);
    }
}

// ---- nvcc's own functions -----------------------------------------------------------------------

// What all types have.
template <class T> __global__ void use_functions(T *p, outcome<T> *out) {
    int i = 0;
    const auto tell = [&](T returned) { out[i++] = {returned, *p}; };
    T value = 40, other = 9;
    __nv_atomic_store(p, &value, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_DEVICE);
    __nv_atomic_load(p, &other, __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_BLOCK);
    tell(other);
    value = 8;
    __nv_atomic_exchange(p, &value, &other, __NV_ATOMIC_ACQ_REL, __NV_THREAD_SCOPE_SYSTEM);
    tell(other);
    value = 11;
    other = 30;
    tell(__nv_atomic_compare_exchange(p, &value, &other, false, __NV_ATOMIC_ACQ_REL,
                                      __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE));
    tell(value);
    tell(__nv_atomic_compare_exchange(p, &value, &other, false, __NV_ATOMIC_SEQ_CST,
                                      __NV_ATOMIC_ACQUIRE));
    __nv_atomic_thread_fence(__NV_ATOMIC_SEQ_CST, __NV_THREAD_SCOPE_DEVICE);
}
constexpr int FUNCTIONS = 5;
static const int functions_returned[FUNCTIONS] = {40, 40, 0, 8, 1};
static const int functions_left[FUNCTIONS] = {40, 8, 8, 8, 30};

template <class T> __global__ void use_functions_for_sums(T *p, outcome<T> *out) {
    int i = 0;
    const auto tell = [&](T returned) { out[i++] = {returned, *p}; };
    tell(__nv_atomic_fetch_add(p, static_cast<T>(15), __NV_ATOMIC_ACQ_REL,
                               __NV_THREAD_SCOPE_DEVICE));
    tell(__nv_atomic_fetch_sub(p, static_cast<T>(3), __NV_ATOMIC_RELAXED));
    __nv_atomic_add(p, static_cast<T>(2), __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_BLOCK);
    __nv_atomic_sub(p, static_cast<T>(1), __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_BLOCK);
    tell(0);
}
constexpr int FUNCTIONS_FOR_SUMS = 3;
static const int function_sums_returned[FUNCTIONS_FOR_SUMS] = {0, 15, 0};
static const int function_sums_left[FUNCTIONS_FOR_SUMS] = {15, 12, 13};

template <class T> __global__ void use_functions_for_integers(T *p, outcome<T> *out) {
    int i = 0;
    const auto tell = [&](T returned) { out[i++] = {returned, *p}; };
    __nv_atomic_store_n(p, static_cast<T>(41), __NV_ATOMIC_SEQ_CST);
    tell(__nv_atomic_load_n(p, __NV_ATOMIC_RELAXED));
    tell(__nv_atomic_exchange_n(p, static_cast<T>(8), __NV_ATOMIC_RELAXED,
                                __NV_THREAD_SCOPE_DEVICE));
    T value = 8;
    tell(__nv_atomic_compare_exchange_n(p, &value, static_cast<T>(31), false, __NV_ATOMIC_SEQ_CST,
                                        __NV_ATOMIC_ACQUIRE));
    tell(__nv_atomic_fetch_min(p, static_cast<T>(12), __NV_ATOMIC_RELAXED,
                               __NV_THREAD_SCOPE_DEVICE));
    tell(__nv_atomic_fetch_max(p, static_cast<T>(20), __NV_ATOMIC_RELAXED));
    tell(__nv_atomic_fetch_and(p, static_cast<T>(6), __NV_ATOMIC_RELAXED));
    tell(__nv_atomic_fetch_or(p, static_cast<T>(3), __NV_ATOMIC_RELAXED));
    tell(__nv_atomic_fetch_xor(p, static_cast<T>(1), __NV_ATOMIC_RELAXED));
    __nv_atomic_max(p, static_cast<T>(9), __NV_ATOMIC_RELAXED);
    __nv_atomic_and(p, static_cast<T>(11), __NV_ATOMIC_RELAXED);
    __nv_atomic_or(p, static_cast<T>(2), __NV_ATOMIC_RELAXED);
    __nv_atomic_xor(p, static_cast<T>(7), __NV_ATOMIC_RELAXED);
    __nv_atomic_min(p, static_cast<T>(13), __NV_ATOMIC_RELAXED);
    tell(0);
}
constexpr int FUNCTIONS_FOR_INTEGERS = 9;
static const int function_integers_returned[FUNCTIONS_FOR_INTEGERS] = {41, 41, 1, 31, 12,
                                                                       20, 4,  7, 0};
static const int function_integers_left[FUNCTIONS_FOR_INTEGERS] = {41, 8, 31, 12, 20, 4, 7, 6, 12};

template <class T>
static void test_function(void (*kernel)(T *, outcome<T> *), const int *returned, const int *left,
                          int count, const char *what) {
    device_array<T> cell(1);
    device_array<outcome<T>> out(count);
    kernel<<<1, 1>>>(static_cast<T *>(cell), static_cast<outcome<T> *>(out));
    CHECK_LAUNCH();
    compare(out.get(), returned, left, count, what);
}

template <class T> static void test_functions(const char *type) {
    test_function<T>(use_functions<T>, functions_returned, functions_left, FUNCTIONS, type);
    if constexpr (!std::is_same<T, long long>::value)
        test_function<T>(use_functions_for_sums<T>, function_sums_returned, function_sums_left,
                         FUNCTIONS_FOR_SUMS, type);
    if constexpr (std::is_integral<T>::value)
        test_function<T>(use_functions_for_integers<T>, function_integers_returned,
                         function_integers_left, FUNCTIONS_FOR_INTEGERS, type);
}

// ---- 16 bytes, and vectors ----------------------------------------------------------------------

struct alignas(16) four {
    int sum;
    unsigned product;
    int count, last;
};

// Every thread changes all four at once.
__global__ void change_all(four *all) {
    const int mine = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    four old = {-1, 0, -1, -1};
    for (;;) {
        const four desired = {old.sum + mine, old.product * 3, old.count + 1, mine};
        const four found = atomicCAS(all, old, desired);
        if (found.count == old.count && found.sum == old.sum && found.last == old.last &&
            found.product == old.product)
            break;
        old = found;
    }
    atomicExch(all + 1 + mine, old);
}

__global__ void add_vectors(float2 *two, float4 *four, float4 *before) {
    const float x = static_cast<float>(threadIdx.x);
    atomicAdd(two, make_float2(x, -x));
    atomicAdd_block(two + 1 + blockIdx.x, make_float2(1, 2));
    const float4 old = atomicAdd(four, make_float4(1, 2, 3, 4));
    if (blockIdx.x == 0 && threadIdx.x == 0)
        *before = atomicAdd_system(four + 1, old);
}

static void test_wide() {
    const int n = 96;
    std::vector<four> start(1 + n, four{0, 1, 0, 0});
    device_array<four> all(start);
    change_all<<<3, 32>>>(static_cast<four *>(all));
    CHECK_LAUNCH();
    const std::vector<four> got = all.get();
    unsigned product = 1;
    for (int i = 0; i < n; ++i)
        product *= 3;
    CHECK_EQUAL(got[0].sum, n * (n - 1) / 2);
    CHECK_EQUAL(got[0].count, n);
    CHECK_EQUAL(got[0].product, product);
    std::vector<int> counts; // that a thread has found
    for (int i = 0; i < n; ++i)
        counts.push_back(got[1 + i].count);
    std::sort(counts.begin(), counts.end());
    CHECK_ARRAY(
        counts, [](size_t i) { return static_cast<int>(i); }, "exchanges of 16 bytes");

    device_array<float2> two(3);
    device_array<float4> four(2), before(std::vector<float4>{{-1, -1, -1, -1}});
    add_vectors<<<2, 64>>>(static_cast<float2 *>(two), static_cast<float4 *>(four),
                           static_cast<float4 *>(before));
    CHECK_LAUNCH();
    CHECK_EQUAL(two.get()[0].x, 2 * 64 * 63 / 2);
    CHECK_EQUAL(two.get()[0].y, -2 * 64 * 63 / 2);
    CHECK_EQUAL(two.get()[1].x, 64);
    CHECK_EQUAL(two.get()[2].y, 128);
    CHECK_EQUAL(four.get()[0].x, 128);
    CHECK_EQUAL(four.get()[0].w, 512);
    CHECK_EQUAL(before.get()[0].z, 0);
}

// ---- threads that wait for each other -----------------------------------------------------------

__device__ cuda::atomic<int, cuda::thread_scope_device> ready;
__device__ cuda::std::atomic<unsigned> served{0};
__device__ cuda::std::atomic_flag lock;

// What the first block writes, the others read when they have seen the flag.
__global__ void pass_on(int *data, int *out) {
    if (blockIdx.x == 0) {
        data[threadIdx.x] = static_cast<int>(threadIdx.x) + 100;
        __syncthreads();
        if (threadIdx.x == 0) {
            ready.store(1, cuda::memory_order_release);
            ready.notify_all();
        }
    } else {
        if (threadIdx.x == 0) {
            if (blockIdx.x % 2 == 0)
                ready.wait(0, cuda::memory_order_acquire);
            else
                while (ready.load(cuda::memory_order_relaxed) == 0) {
                }
            cuda::atomic_thread_fence(cuda::memory_order_acquire, cuda::thread_scope_device);
        }
        __syncthreads();
        out[blockIdx.x * blockDim.x + threadIdx.x] = data[threadIdx.x];
    }
}

// One after the other: by a flag, and by numbers as at a counter.
__global__ void take_turns(unsigned *tickets, int *plain) {
    if (threadIdx.x % 32 != 0)
        return;
    while (lock.test_and_set(cuda::std::memory_order_acquire)) {
    }
    plain[0] = plain[0] + 1;
    lock.clear(cuda::std::memory_order_release);

    cuda::atomic_ref<unsigned, cuda::thread_scope_device> next(*tickets);
    const unsigned mine = next.fetch_add(1, cuda::memory_order_relaxed);
    while (served.load(cuda::std::memory_order_acquire) != mine) {
    }
    plain[1] = plain[1] + 1;
    served.store(mine + 1, cuda::std::memory_order_release);
}

// All threads of all blocks, in global and in shared memory.
__global__ void count(cuda::atomic<unsigned long long, cuda::thread_scope_device> *sum,
                      cuda::atomic<double> *wide) {
    __shared__ cuda::atomic<int, cuda::thread_scope_block> mine;
    if (threadIdx.x == 0)
        mine = 0;
    __syncthreads();
    mine.fetch_add(static_cast<int>(threadIdx.x), cuda::memory_order_relaxed);
    *wide += 0.5;
    __syncthreads();
    if (threadIdx.x == 0)
        sum->fetch_add(static_cast<unsigned long long>(mine.load()), cuda::memory_order_relaxed);
}

static void test_together() {
    device_array<int> data(64), out(5 * 64);
    pass_on<<<5, 64>>>(static_cast<int *>(data), static_cast<int *>(out));
    CHECK_LAUNCH();
    CHECK_ARRAY(
        out.get(), [](size_t i) { return i < 64 ? 0 : static_cast<int>(i % 64) + 100; },
        "what the first block has written");

    device_array<unsigned> tickets(1);
    device_array<int> plain(2);
    take_turns<<<20, 96>>>(static_cast<unsigned *>(tickets), static_cast<int *>(plain));
    CHECK_LAUNCH();
    CHECK_EQUAL(plain.get()[0], 60);
    CHECK_EQUAL(plain.get()[1], 60);

    device_array<unsigned long long> sum(1);
    device_array<double> wide(1);
    count<<<30, 128>>>(
        reinterpret_cast<cuda::atomic<unsigned long long, cuda::thread_scope_device> *>(
            static_cast<unsigned long long *>(sum)),
        reinterpret_cast<cuda::atomic<double> *>(static_cast<double *>(wide)));
    CHECK_LAUNCH();
    CHECK_EQUAL(sum.get()[0], 30 * 127 * 128 / 2);
    CHECK_EQUAL(wide.get()[0], 30 * 128 / 2);
}

// ---- in host code -------------------------------------------------------------------------------

static void test_host() {
    cuda::atomic<int> a{5};
    CHECK_EQUAL(a.fetch_add(2), 5);
    CHECK_EQUAL(a.fetch_max(10), 7);
    CHECK_EQUAL(static_cast<int>(a), 10);
    CHECK(a.is_lock_free() && cuda::atomic<int>::is_always_lock_free);
    cuda::std::atomic<short> narrow(3);
    CHECK_EQUAL(narrow.fetch_sub(4), 3);
    CHECK_EQUAL(narrow.load(), -1);
    int plain = 1;
    cuda::atomic_ref<int, cuda::thread_scope_system> reference(plain);
    reference |= 6;
    CHECK_EQUAL(plain, 7);
    cuda::std::atomic_int counter(1);
    cuda::std::atomic_fetch_add(&counter, 3);
    CHECK_EQUAL(cuda::std::atomic_load(&counter), 4);
    cuda::atomic_thread_fence(cuda::memory_order_seq_cst);
}

int main() {
    check_device();
    test_alone<int, cuda::thread_scope_device>("int");
    test_alone<unsigned, cuda::thread_scope_block>("unsigned");
    test_alone<long long, cuda::thread_scope_system>("long long");
    test_alone<unsigned long long, cuda::thread_scope_device>("unsigned long long");
    test_alone<unsigned char, cuda::thread_scope_device>("unsigned char");
    test_alone<short, cuda::thread_scope_block>("short");
    test_alone<float, cuda::thread_scope_device>("float");
    test_alone<double, cuda::thread_scope_block>("double");
    test_alone<int *, cuda::thread_scope_device>("int *");
    test_functions<int>("int");
    test_functions<unsigned>("unsigned");
    test_functions<long long>("long long");
    test_functions<unsigned long long>("unsigned long long");
    test_functions<float>("float");
    test_functions<double>("double");
    test_wide();
    test_together();
    test_host();
    return check_result();
}
