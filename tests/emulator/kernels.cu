// kernels.cu: how kernels are launched, what their threads see, and what they are given.
#include "check.h"

#include <cassert>
#include <cstring>

// ---- index variables --------------------------------------------------------------------------

struct seen {
    uint3 thread, block;
    dim3 block_dim, grid_dim;
    int warp_size;
    int times;
};

__global__ void record_indices(seen *all) {
    size_t block = blockIdx.x + static_cast<size_t>(gridDim.x) *
                                    (blockIdx.y + static_cast<size_t>(gridDim.y) * blockIdx.z);
    unsigned thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    seen *mine = &all[block * (blockDim.x * blockDim.y * blockDim.z) + thread];
    mine->thread = threadIdx;
    mine->block = blockIdx;
    mine->block_dim = blockDim;
    mine->grid_dim = gridDim;
    mine->warp_size = warpSize;
    atomicAdd(&mine->times, 1);
}

static bool is(uint3 a, unsigned x, unsigned y, unsigned z) {
    return a.x == x && a.y == y && a.z == z;
}

static void test_geometry(dim3 grid, dim3 block) {
    const size_t threads = static_cast<size_t>(block.x) * block.y * block.z;
    const size_t blocks = static_cast<size_t>(grid.x) * grid.y * grid.z;
    device_array<seen> all(blocks * threads);
    record_indices<<<grid, block>>>(all);
    CHECK_LAUNCH();
    size_t wrong = 0;
    const std::vector<seen> records = all.get();
    for (size_t i = 0; i < records.size(); ++i) {
        const seen &r = records[i];
        const unsigned t = static_cast<unsigned>(i % threads);
        const unsigned b = static_cast<unsigned>(i / threads);
        const bool right =
            is(r.thread, t % block.x, t / block.x % block.y, t / block.x / block.y) &&
            is(r.block, b % grid.x, b / grid.x % grid.y, b / grid.x / grid.y) &&
            is(r.block_dim, block.x, block.y, block.z) && is(r.grid_dim, grid.x, grid.y, grid.z) &&
            r.warp_size == 32 && r.times == 1;
        wrong += right ? 0 : 1;
    }
    char text[200];
    std::snprintf(text, sizeof text,
                  "grid (%u,%u,%u), block (%u,%u,%u): %zu threads saw wrong indices", grid.x,
                  grid.y, grid.z, block.x, block.y, block.z, wrong);
    check_that(wrong == 0, text, __FILE__, __LINE__);
}

static void test_geometries() {
    test_geometry(1, 1);
    test_geometry(1, 1024);
    test_geometry(7, 13);
    test_geometry(97, 31);
    test_geometry(1000, 33);
    test_geometry(3, 1023);
    test_geometry(65537, 1);
    test_geometry(dim3(2, 3), dim3(5, 7));
    test_geometry(dim3(1, 17), dim3(32, 32));
    test_geometry(dim3(11, 1, 13), dim3(1, 1024));
    test_geometry(dim3(1, 1, 5), dim3(1, 1, 64));
    test_geometry(dim3(2, 1, 2), dim3(16, 1, 64));
    test_geometry(dim3(3, 5, 7), dim3(2, 3, 11));
    test_geometry(dim3(1, 300, 2), dim3(3, 1, 2));
    test_geometry(dim3(1, 1, 300), dim3(8, 8, 16));
}

// ---- configurations ---------------------------------------------------------------------------

__global__ void add_one(int *counter) {
    atomicAdd(counter, 1);
}

static void test_configurations() {
    device_array<int> counter(1);
    int expected = 0;
    const int five = 5;
    const size_t many = 24;
    const unsigned n = 1000, per_block = 96;
    add_one<<<five, many>>>(counter);
    expected += 5 * 24;
    add_one<<<many, five>>>(counter);
    expected += 24 * 5;
    add_one<<<(n + per_block - 1) / per_block, per_block>>>(counter);
    expected += 11 * 96;
    add_one<<<dim3(2), dim3(3, 4)>>>(counter);
    expected += 2 * 12;
    add_one<<<dim3(many, five), dim3(five)>>>(counter);
    expected += 24 * 5 * 5;
    add_one<<<(n >> 3), (per_block < n ? 2 : 1)>>>(counter);
    expected += 125 * 2;
    add_one<<<1, 7, 0>>>(counter);
    add_one<<<1, 7, 0, 0>>>(counter);
    add_one<<<1, 7, many * sizeof(int), NULL>>>(counter);
    add_one<<<1, 7, 0, nullptr>>>(counter);
    expected += 4 * 7;
    cudaStream_t stream;
    CHECK_CUDA(cudaStreamCreate(&stream));
    add_one<<<3, 3, 0, stream>>>(counter);
    CHECK_CUDA(cudaStreamSynchronize(stream));
    CHECK_CUDA(cudaStreamDestroy(stream));
    expected += 9;
    dim3 grid, block; // one block of one thread
    add_one<<<grid, block>>>(counter);
    expected += 1;
    block.x = 17;
    grid = dim3(3, 2);
    for (int i = 0; i < 10; i++)
        add_one<<<grid, block>>>(counter);
    expected += 10 * 6 * 17;
    CHECK_LAUNCH();
    CHECK_EQUAL(counter.get()[0], expected);
}

// ---- parameters -------------------------------------------------------------------------------

struct pair_of {
    int first;
    double second;
    short table[5];
};

__global__ void change_parameters(int n, int *out, pair_of pair, const char *text) {
    out += threadIdx.x;
    n += threadIdx.x;
    pair.first *= 2;
    pair.second += n;
    pair.table[threadIdx.x % 5] += 100;
    while (n % 4 != 0)
        ++n;
    *out = n + pair.first + static_cast<int>(pair.second) + pair.table[0] + pair.table[4] +
           (text == NULL ? 1000000 : 0);
    n = -1;
    pair.first = -1;
    text = "changed";
}

__global__ void take_many(char c, signed char s, unsigned short u, long long l, float f, double d,
                          bool b, float4 v, const int *const *pointers, double *out) {
    const double values[] = {double(c), double(s), double(u),   double(l),   double(f),
                             d,         double(b), double(v.x), double(v.w), double(**pointers)};
    for (int i = 0; i < 10; ++i)
        out[i] = values[i];
}

class number {
public:
    __host__ __device__ explicit number(int v) : value_(v) {}
    __host__ __device__ number operator+(const number &other) const {
        return number(value_ + other.value_);
    }
    __host__ __device__ int value() const { return value_; }

private:
    int value_;
};

__global__ void add_numbers(number a, const number b, int *out) {
    *out = (a + b).value();
}

__global__ void with_default(int *out, int value = 7, int factor = 3) {
    *out = value * factor;
}

__global__ void compare_null(const int *a, const void *b, int *out) {
    *out = (a == nullptr) + 2 * (b == nullptr);
}

static void test_parameters() {
    device_array<int> out(100);
    const pair_of pair = {21, 0.5, {1, 2, 3, 4, 5}};
    change_parameters<<<1, 100>>>(5, out, pair, 0);
    CHECK_LAUNCH();
    CHECK_ARRAY(
        out.get(),
        [](size_t i) {
            int n = 5 + static_cast<int>(i);
            const int second = n; // 0.5 + n, without its fraction
            while (n % 4 != 0)
                ++n;
            return n + 42 + second + 1 + 5 + (i % 5 == 0 || i % 5 == 4 ? 100 : 0) + 1000000;
        },
        "parameters that every thread changes");

    device_array<int> target(1, 99);
    device_array<int *> pointer(1, target);
    device_array<double> values(10);
    take_many<<<1, 1>>>('A', -3, 65535, -5000000000LL, 0.25f, 1e300, true,
                        make_float4(1.5f, 2, 3, -4.5f), pointer, values);
    CHECK_LAUNCH();
    const double expected[] = {65, -3, 65535, -5e9, 0.25, 1e300, 1, 1.5, -4.5, 99};
    CHECK_ARRAY(
        values.get(), [&](size_t i) { return expected[i]; }, "parameters of many types");

    add_numbers<<<1, 1>>>(number(30), number(12), out);
    CHECK_LAUNCH();
    CHECK_EQUAL(out.get()[0], 42);
    with_default<<<1, 1>>>(out);
    CHECK_EQUAL(out.get()[0], 21);
    with_default<<<1, 1>>>(out, 5);
    CHECK_EQUAL(out.get()[0], 15);
    const double factor = 2.9;
    with_default<<<1, 1>>>(out, 'a', factor); // converted as in any call
    CHECK_EQUAL(out.get()[0], 97 * 2);
    compare_null<<<1, 1>>>(NULL, out, out);
    CHECK_EQUAL(out.get()[0], 1);
    compare_null<<<1, 1>>>(0, nullptr, out);
    CHECK_EQUAL(out.get()[0], 3);
    CHECK_LAUNCH();
}

// ---- kinds of kernels -------------------------------------------------------------------------

template <class T> __global__ void fill(T *out, int n, T value) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = value;
}

template <class T, int FACTOR, bool NEGATIVE> __global__ void scale(T *values, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        values[i] *= NEGATIVE ? -FACTOR : FACTOR;
}

template <class... T> __global__ void sum_all(int *out, T... values) {
    *out = (0 + ... + static_cast<int>(values));
}

__global__ void overloaded(int *out) {
    *out = 1;
}
__global__ void overloaded(int *out, int value) {
    *out = value;
}
__global__ void overloaded(float *out) {
    *out = 2.5f;
}

namespace outer {
__global__ void named(int *out) {
    *out = 11;
}
namespace inner {
template <int VALUE> __global__ void named(int *out) {
    *out = VALUE;
}
} // namespace inner
} // namespace outer

namespace {
__global__ void unnamed(int *out) {
    *out = 13;
}
} // namespace

static __global__ void of_this_file(int *out) {
    *out = 14;
}
extern "C" __global__ void with_c_name(int *out) {
    *out = 15;
}
__global__ static void other_order(int *out) {
    *out = 16;
}
__global__ void declared_first(int *, int);

__global__ void set_to(int *out, int value) {
    *out = value;
}
__global__ void set_to_twice(int *out, int value) {
    *out = 2 * value;
}

typedef void (*setter)(int *, int);

template <setter KERNEL> void launch_constant(int *out, int value) {
    KERNEL<<<1, 1>>>(out, value);
}

template <class Kernel, class... Arguments>
void launch_any(Kernel kernel, int threads, Arguments... arguments) {
    kernel<<<1, threads>>>(arguments...);
}

struct setters {
    setter first;
    setter second[2];
};

static void test_kinds() {
    device_array<int> out(1000);
    device_array<float> floats(1000);
    auto got = [&] { return out.get()[0]; };

    fill<<<10, 100>>>(static_cast<int *>(out), 1000, 5); // deduced
    fill<float><<<7, 150>>>(floats, 1000, 1);            // 1 becomes a float
    scale<int, 3, false><<<4, 256>>>(out, 1000);
    scale<float, 1 + 1, (3 > 2)><<<4, 256>>>(floats, 1000);
    CHECK_LAUNCH();
    CHECK_ARRAY(
        out.get(), [](size_t) { return 15; }, "scale<int, 3, false>");
    CHECK_ARRAY(
        floats.get(), [](size_t) { return -2.0f; }, "scale<float, 2, true>");
    sum_all<<<1, 1>>>(static_cast<int *>(out), 1, 2.0f, 3.0, 'a');
    CHECK_EQUAL(got(), 6 + 97);
    sum_all<<<1, 1>>>(static_cast<int *>(out));
    CHECK_EQUAL(got(), 0);

    overloaded<<<1, 1>>>(out);
    CHECK_EQUAL(got(), 1);
    overloaded<<<1, 1>>>(out, 42);
    CHECK_EQUAL(got(), 42);
    overloaded<<<1, 1>>>(floats);
    CHECK_EQUAL(floats.get()[0], 2.5f);

    outer::named<<<1, 1>>>(out);
    CHECK_EQUAL(got(), 11);
    ::outer::inner::named<12><<<1, 1>>>(out);
    CHECK_EQUAL(got(), 12);
    unnamed<<<1, 1>>>(out);
    CHECK_EQUAL(got(), 13);
    of_this_file<<<1, 1>>>(out);
    CHECK_EQUAL(got(), 14);
    with_c_name<<<1, 1>>>(out);
    CHECK_EQUAL(got(), 15);
    other_order<<<1, 1>>>(out);
    CHECK_EQUAL(got(), 16);
    declared_first<<<1, 1>>>(out, 17);
    CHECK_EQUAL(got(), 17);

    setter pointer = set_to;
    pointer<<<1, 1>>>(out, 20);
    CHECK_EQUAL(got(), 20);
    pointer = &set_to_twice;
    (*pointer)<<<1, 1>>>(out, 20);
    CHECK_EQUAL(got(), 40);
    setters several = {set_to, {set_to_twice, declared_first}};
    several.first<<<1, 1>>>(out, 21);
    CHECK_EQUAL(got(), 21);
    several.second[0]<<<1, 1>>>(out, 21);
    CHECK_EQUAL(got(), 42);
    setters *address = &several;
    address->second[1]<<<1, 1>>>(out, 22);
    CHECK_EQUAL(got(), 22);
    launch_constant<set_to_twice>(out, 23);
    CHECK_EQUAL(got(), 46);
    launch_any(set_to, 1, static_cast<int *>(out), 24);
    CHECK_EQUAL(got(), 24);
    launch_any(scale<int, 10, true>, 32, static_cast<int *>(out), 1);
    CHECK_EQUAL(got(), -240);
    if (got() < 0)
        set_to<<<1, 1>>>(out, 25);
    else
        set_to<<<1, 1>>>(out, 26);
    CHECK_EQUAL(got(), 25);
    CHECK_LAUNCH();
}

__global__ void declared_first(int *out, int value) {
    *out = value;
}

static void test_launch_function() {
    device_array<int> out(64);
    int *pointer = out;
    int n = 64, value = 31;
    void *arguments[] = {&pointer, &n, &value};
#if CUDART_VERSION >= 13000
    CHECK_CUDA(cudaLaunchKernel(fill<int>, dim3(2), dim3(32), arguments, 0, 0));
#else // pointers to functions are not taken there, only untyped ones
    CHECK_CUDA(cudaLaunchKernel((const void *)fill<int>, dim3(2), dim3(32), arguments, 0, 0));
#endif
    CHECK_LAUNCH();
    CHECK_ARRAY(
        out.get(), [](size_t) { return 31; }, "cudaLaunchKernel(fill<int>, ...)");
    void *two_arguments[] = {&pointer, &value};
    value = 32;
    CHECK_CUDA(cudaLaunchKernel((void *)set_to, dim3(1), dim3(1), two_arguments, 0, nullptr));
    CHECK_EQUAL(out.get()[0], 32);
    value = 33;
    CHECK_CUDA(cudaLaunchKernel((const void *)&set_to, 1, 1, two_arguments, 0, 0));
    CHECK_EQUAL(out.get()[0], 33);
    value = 34;
    CHECK_CUDA(cudaLaunchKernel(reinterpret_cast<void *>(set_to_twice), 1, 1, two_arguments, 0, 0));
    CHECK_EQUAL(out.get()[0], 68);
    value = 35;
    setter chosen = set_to;
#if CUDART_VERSION >= 13000
    CHECK_CUDA(cudaLaunchKernel(chosen, 1, 1, two_arguments));
#else
    CHECK_CUDA(cudaLaunchKernel((const void *)chosen, 1, 1, two_arguments));
#endif
    CHECK_EQUAL(out.get()[0], 35);
}

// ---- device functions, and variables on the device --------------------------------------------

__host__ __device__ inline unsigned collatz_steps(unsigned n) {
    unsigned steps = 0;
    for (; n != 1; ++steps)
        n = n % 2 == 0 ? n / 2 : 3 * n + 1;
    return steps;
}

__device__ unsigned factorial(unsigned n) {
    return n < 2 ? 1 : n * factorial(n - 1);
}

__device__ unsigned my_index() {
    return blockIdx.x * blockDim.x + threadIdx.x;
}

template <class Function> __device__ unsigned call(Function function, unsigned x) {
    return function(x);
}

struct square {
    __device__ unsigned operator()(unsigned x) const { return x * x; }
};

__global__ void use_functions(unsigned *out, unsigned n) {
    unsigned i = my_index();
    if (i >= n)
        return;
    unsigned captured = i % 3;
    auto add = [captured](unsigned x) { return x + captured; };
    out[i] = collatz_steps(i + 1) + factorial(i % 8) + call(square(), i) + call(add, i);
}

static void test_functions() {
    const unsigned n = 1000;
    device_array<unsigned> out(n);
    use_functions<<<8, 128>>>(out, n);
    CHECK_LAUNCH();
    CHECK_ARRAY(
        out.get(),
        [](size_t index) {
            const unsigned i = static_cast<unsigned>(index);
            unsigned product = 1;
            for (unsigned k = 2; k <= i % 8; ++k)
                product *= k;
            return collatz_steps(i + 1) + product + i * i + i + i % 3;
        },
        "device functions");
}

// What is in scope at the same time counts. The threads of a block are lanes, and what a block in
// braces declares is its own.
template <int N> __global__ void use_shared(double *out) {
    __shared__ double all[N];
    const int i = threadIdx.x;
    all[i] = i;
    __syncthreads();
    double sum = all[(i + 1) % N];
    if (i < 8) {
        __shared__ int some[8];
        some[i] = i;
        sum += some[i];
    } else {
        __shared__ char few[N];
        few[i] = 1;
        sum += few[i];
    }
    __syncthreads();
    out[i] = sum;
}

static size_t static_shared_bytes(const void *kernel) {
    cudaFuncAttributes attributes;
    CHECK_CUDA(cudaFuncGetAttributes(&attributes, kernel));
    return attributes.sharedSizeBytes;
}

static void test_static_shared() {
    device_array<double> out(64);
    use_shared<64><<<1, 64>>>(out);
    CHECK_LAUNCH();
    CHECK_ARRAY(
        out.get(), [](size_t i) { return (i + 1) % 64 + (i < 8 ? i : 1.0); }, "shared memory");
    CHECK_EQUAL(static_shared_bytes((const void *)use_functions), 0);
#ifdef CUDA_EMULATOR // nvcc leaves out what a thread alone uses, and adds up what is left
    CHECK_EQUAL(static_shared_bytes((const void *)use_shared<64>), 64 * 8 + 64);
    CHECK_EQUAL(static_shared_bytes((const void *)use_shared<4096>), 4096 * 8 + 4096);
#endif
    int small = 0, large = 0;
    CHECK_CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&small, use_shared<64>, 64, 0));
    CHECK_CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&large, use_shared<4096>, 64, 0));
    CHECK_EQUAL(small, 32);
    CHECK_EQUAL(large, 6); // of 36 KiB each, and one that is reserved, in 228 KiB
}

struct kib_per_thread {
    __host__ __device__ size_t operator()(int threads) const { return threads * size_t(1024); }
};

// A block that suits a kernel, which may be given as a pointer that has lost its type.
static void test_occupancy() {
    cudaDeviceProp device;
    CHECK_CUDA(cudaGetDeviceProperties(&device, 0));
    int grid = 0, block = 0, grid_by_address = 0, block_by_address = 0, blocks = 0;
    CHECK_CUDA(cudaOccupancyMaxPotentialBlockSize(&grid, &block, use_functions, 0, 0));
    CHECK(block >= 32 && block <= device.maxThreadsPerBlock && grid >= 1);
    void *address = (void *)use_functions;
    CHECK_CUDA(cudaOccupancyMaxPotentialBlockSize(&grid_by_address, &block_by_address, address));
    CHECK_EQUAL(grid_by_address, grid);
    CHECK_EQUAL(block_by_address, block);
    CHECK_CUDA(cudaOccupancyMaxPotentialBlockSizeWithFlags(&grid, &block, use_functions, 0, 64,
                                                           cudaOccupancyDefault));
    CHECK_EQUAL(block, 64);
    // A block of n threads wants n KiB: of 224 it is all that a multiprocessor has.
    CHECK_CUDA(cudaOccupancyMaxPotentialBlockSizeVariableSMem(&grid, &block, use_functions,
                                                              kib_per_thread()));
    CHECK(block >= 32 && block <= 224 && block % 32 == 0);
    CHECK_CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, use_functions, block,
                                                             kib_per_thread()(block)));
    CHECK_EQUAL(grid, blocks * device.multiProcessorCount);
}

struct settings {
    int offset;
    float factors[3];
};

__constant__ int table[64];
__constant__ settings chosen_settings;
__constant__ float initialised[2] = {1.5f, -2.5f};
__device__ int counter = 100;
__device__ int history[32] = {7, 8, 9};
static __device__ double total;
__device__ int *stored_pointer;

__global__ void read_constants(float *out) {
    unsigned i = threadIdx.x;
    out[i] = table[i % 64] + chosen_settings.offset + chosen_settings.factors[i % 3] +
             initialised[i % 2];
}

__global__ void change_variables(int by) {
    if (threadIdx.x == 0) {
        counter += by;
        total = counter * 0.5;
        stored_pointer[0] = counter;
    }
    history[threadIdx.x] += threadIdx.x;
}

static void test_variables() {
    int numbers[64];
    for (int i = 0; i < 64; ++i)
        numbers[i] = i * i;
    CHECK_CUDA(cudaMemcpyToSymbol(table, numbers, sizeof numbers));
    const int patch[2] = {-1, -2};
    CHECK_CUDA(cudaMemcpyToSymbol(table, patch, sizeof patch, 10 * sizeof(int)));
    const settings s = {1000, {0.25f, 0.5f, 0.75f}};
    CHECK_CUDA(cudaMemcpyToSymbol(chosen_settings, &s, sizeof s));
    const float third = 8;
    CHECK_CUDA(cudaMemcpyToSymbol(chosen_settings, &third, sizeof third,
                                  offsetof(settings, factors) + 2 * sizeof(float),
                                  cudaMemcpyHostToDevice));
    device_array<float> out(128);
    read_constants<<<1, 128>>>(out);
    CHECK_LAUNCH();
    CHECK_ARRAY(
        out.get(),
        [&](size_t i) {
            const size_t t = i % 64;
            const float entry = t == 10 ? -1 : t == 11 ? -2 : static_cast<float>(t * t);
            return entry + 1000 + (i % 3 == 2 ? 8 : s.factors[i % 3]) + (i % 2 == 0 ? 1.5f : -2.5f);
        },
        "__constant__ memory");
    int back[3] = {};
    CHECK_CUDA(cudaMemcpyFromSymbol(back, table, sizeof back, 9 * sizeof(int)));
    CHECK(back[0] == 81 && back[1] == -1 && back[2] == -2);

    device_array<int> target(1);
    int *const address = target;
    CHECK_CUDA(cudaMemcpyToSymbol(stored_pointer, &address, sizeof address));
    change_variables<<<1, 32>>>(11);
    change_variables<<<1, 32>>>(22);
    CHECK_LAUNCH();
    int value = 0;
    CHECK_CUDA(cudaMemcpyFromSymbol(&value, counter, sizeof value));
    CHECK_EQUAL(value, 133);
    CHECK_EQUAL(target.get()[0], 133);
    double half = 0;
    CHECK_CUDA(cudaMemcpyFromSymbol(&half, total, sizeof half));
    CHECK_EQUAL(half, 66.5);
    std::vector<int> all(32);
    CHECK_CUDA(cudaMemcpyFromSymbol(all.data(), history, sizeof history));
    const int initial[] = {7, 8, 9};
    CHECK_ARRAY(
        all, [&](size_t i) { return 2 * i + (i < 3 ? initial[i] : 0); }, "__device__ array");

    void *symbol = nullptr;
    size_t size = 0;
    CHECK_CUDA(cudaGetSymbolAddress(&symbol, history));
    CHECK_CUDA(cudaGetSymbolSize(&size, history));
    CHECK_EQUAL(size, sizeof history);
    set_to<<<1, 1>>>(static_cast<int *>(symbol) + 5, -77); // a symbol as a kernel's argument
    CHECK_LAUNCH();
    CHECK_CUDA(cudaMemcpyFromSymbol(&value, history, sizeof value, 5 * sizeof(int)));
    CHECK_EQUAL(value, -77);
}

// ---- qualifiers -------------------------------------------------------------------------------

__global__ void __launch_bounds__(128) bounded(int *out) {
    out[threadIdx.x] = threadIdx.x;
}

template <int MOST>
__global__ void __launch_bounds__(MOST, 2)
    bounded_template(const int *__restrict__ in, int *__restrict__ out) {
    out[threadIdx.x] = in[threadIdx.x] * MOST;
}

__launch_bounds__(64) __global__ void bounded_before(volatile int *out) {
    out[threadIdx.x] = 1;
    out[threadIdx.x] = out[threadIdx.x] + 1;
}

__forceinline__ __device__ int clamp(int value, int low, int high) {
    assert(low <= high);
    return value < low ? low : value > high ? high : value;
}

__global__ void holds(int *out) {
    assert(threadIdx.x < blockDim.x && "an index is below its extent");
    out[threadIdx.x] = clamp(threadIdx.x, 10, 20);
}

static void test_qualifiers() {
    device_array<int> a(128), b(128);
    bounded<<<1, 128>>>(a);
    bounded_template<128><<<1, 128>>>(a, b);
    CHECK_LAUNCH();
    CHECK_ARRAY(
        b.get(), [](size_t i) { return 128 * i; }, "__launch_bounds__ and __restrict__");
    bounded_before<<<1, 64>>>(a);
    CHECK_LAUNCH();
    CHECK_ARRAY(
        a.get(), [](size_t i) { return i < 64 ? 2 : i; }, "volatile");
    holds<<<1, 128>>>(a);
    CHECK_LAUNCH();
    CHECK_ARRAY(
        a.get(), [](size_t i) { return i < 10   ? 10
                                       : i > 20 ? 20
                                                : i; }, "an assert that holds");
}

// ---- loops that stride over the grid ------------------------------------------------------------

__device__ int strides_of(int thread, int most) {
    return thread % 3 == 0 ? 0 : most * (thread % 3) + thread % 7;
}

// Every thread takes strides of its own number, more or fewer than its neighbours, before and after
// a barrier.
__global__ void stride_and_meet(unsigned *counts, int most) {
    __shared__ unsigned shared[1024];
    const int thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    const int threads = blockDim.x * blockDim.y * blockDim.z;
    unsigned count = 0;
    const int stride = threads * gridDim.x, end = strides_of(thread, most) * stride;
    for (int i = 0; i < end; i += stride)
        count += threadIdx.x == thread % blockDim.x ? 1 : 1000;
    shared[thread] = count;
    __syncthreads();
    count = 0;
    while (count < shared[threads - 1 - thread]) {
        count += gridDim.x / gridDim.x;
    }
    counts[blockIdx.x * threads + thread] = count;
}

static void test_strides(dim3 block, int most) {
    const int threads = block.x * block.y * block.z, blocks = 3;
    device_array<unsigned> counts(threads * blocks);
    stride_and_meet<<<blocks, block>>>(counts, most);
    CHECK_LAUNCH();
    const std::vector<unsigned> seen = counts.get();
    int wrong = 0;
    for (int i = 0; i < threads * blocks; ++i) {
        const int other = threads - 1 - i % threads;
        const unsigned expected =
            other % 3 == 0 ? 0 : static_cast<unsigned>(most * (other % 3) + other % 7);
        wrong += seen[i] != expected;
    }
    char text[200];
    std::snprintf(text, sizeof text, "block (%u,%u,%u), %d strides: %d threads counted wrong",
                  block.x, block.y, block.z, most, wrong);
    check_that(wrong == 0, text, __FILE__, __LINE__);
}

// An argument with a constructor and a destructor: one copy a launch, for the stub's parameter. The threads
// have its bytes, each its own.
static int copies, destructions;
struct counted {
    int value;
    int *address;
    counted(int v, int *a) : value(v), address(a) {}
    __host__ __device__ counted(const counted &other) : value(other.value), address(other.address) {
#ifndef __CUDA_ARCH__
        ++copies;
#endif
    }
    __host__ __device__ ~counted() {
#ifndef __CUDA_ARCH__
        ++destructions;
#endif
    }
    void *operator new(size_t) = delete; // a launch does without it
};
__global__ void use_counted(counted c, const counted unchanged) {
    c.value += threadIdx.x;
    c.address[threadIdx.x] = c.value + unchanged.value;
}
__global__ void use_counted_round_barrier(counted c) {
    c.value += threadIdx.x;
    __syncthreads();
    c.address[threadIdx.x] = c.value;
}
template <class T> __global__ void use_template(T c) { c.address[threadIdx.x] = c.value; }

static void test_class_arguments() {
    device_array<int> out(64);
    {
        const counted c(100, out), d(1000, out);
        use_counted<<<1, 64>>>(c, d);
        CHECK_LAUNCH();
        CHECK_ARRAY(out.get(), [](size_t i) { return static_cast<int>(1100 + i); }, "two classes");
        CHECK_EQUAL(copies, 2);
        CHECK_EQUAL(destructions, 2);
        use_counted_round_barrier<<<2, 64>>>(c);
        CHECK_LAUNCH();
        CHECK_ARRAY(out.get(), [](size_t i) { return static_cast<int>(100 + i); }, "and a barrier");
        CHECK_EQUAL(copies, 3);
        CHECK_EQUAL(destructions, 3);
        use_template<<<1, 64>>>(c);
        CHECK_LAUNCH();
        CHECK_ARRAY(out.get(), [](size_t) { return 100; }, "of a template");
        CHECK_EQUAL(copies, 4);
        CHECK_EQUAL(destructions, 4);
    }
    CHECK_EQUAL(destructions, 6);
}

int main() {
    check_device();
    test_geometries();
    test_configurations();
    test_parameters();
    test_kinds();
    test_launch_function();
    test_functions();
    test_occupancy();
    test_static_shared();
    test_variables();
    test_qualifiers();
    test_class_arguments();
    for (const int most : {0, 5, 16, 300}) {
        test_strides(1, most);
        test_strides(33, most);
        test_strides(dim3(8, 4, 3), most);
        test_strides(1024, most);
    }
    return check_result();
}
