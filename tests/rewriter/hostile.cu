// Every way to write kernels, launches and shared memory that has made a source rewriter stumble.
// A plain CUDA program: nvcc compiles it as it stands. Exits with 0 if all results are right.
// Its odd formatting is the point.
// clang-format off
#include <cstdio>
#include <sstream>
#include <type_traits>
#include <utility>
#include "hostile_kernels.cuh"

static int *out;
static int failures = 0;

template <class Expected> static void check(int line, Expected expected) {
    int host[count];
    cudaError_t error = cudaGetLastError();
    if (error == cudaSuccess)
        error = cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    if (error != cudaSuccess) {
        std::printf("line %d: %s\n", line, cudaGetErrorString(error));
        ++failures;
        return;
    }
    for (int i = 0; i < count; ++i) {
        if (host[i] != expected(i)) {
            std::printf("line %d: element %d is %d, not %d\n", line, i, host[i], expected(i));
            ++failures;
            break;
        }
    }
    cudaMemset(out, 0, sizeof host);
}
#define CHECK(expression) check(__LINE__, [=](int i) { (void)i; return expression; })

// ---------------------------------------------------------------- kernels, in all spellings

__global__ void declared_first(int *out, int factor = int{2}); // only declared: no body here
__global__ void declared_first(int *out, int factor) { out[threadIdx.x] = factor * threadIdx.x; }

__global__ static void global_static(int *out) { out[threadIdx.x] = 1; }
static __global__ void static_global(int *out) { out[threadIdx.x] = 2; }
void __global__ void_global(int *out) { out[threadIdx.x] = 3; }

// The attributes stand between, with a brace in a comment and one in a string.
extern "C" __global__ void __launch_bounds__(256, 2) /* { */ bounded(int *out) // {
{
    const char *text = "}{";
    out[threadIdx.x] = text[0] == '}' ? 4 : 0; // }
}

template <class T, int N> __global__ void __launch_bounds__(N * count) scaled(T *out, T factor) {
    // A kernel may change its parameters, return early, and hold lambdas and local types.
    if (threadIdx.x >= count)
        return;
    struct product { T value; };
    auto multiply = [factor](T x) { return product{static_cast<T>(factor * x * N)}; };
    out += threadIdx.x;
    *out = multiply(threadIdx.x).value;
}
template __global__ void scaled<int, 8>(int *, int); // an instance: no body
template <> __global__ void scaled<int, 3>(int *out, int) { out[threadIdx.x] = 333; }

// Braces before the body that are not the body.
template <class T>
__global__ std::enable_if_t<std::is_same<T, int>{}, void> constrained(T *out)
{ out[threadIdx.x] = 5; }

namespace outer {
namespace inner {
template <int N> __global__ void nested(int *out) { out[threadIdx.x] = N; }
} // namespace inner
__global__ void outer_kernel(int *out) { out[threadIdx.x] = 6; }
template <class T> struct holder {
    static constexpr int value = sizeof(T);
    static void launch(int *out) { inner::nested<value><<<1, count>>>(out); }
};
} // namespace outer

// Macros that define kernels, begin one, or stand for the specifier.
#define WHOLE_KERNEL(type, number) \
    __global__ void whole_##type(type *out) { \
        if (out) { out[threadIdx.x] = number; } \
    }
WHOLE_KERNEL(int, 7)
#define KERNEL_HEAD(name) __global__ void __launch_bounds__(128) name(int *out)
KERNEL_HEAD(by_head);
KERNEL_HEAD(by_head) { out[threadIdx.x] = 8; }
#define WITH_BODY(name, ...) __global__ void name(int *out) __VA_ARGS__
WITH_BODY(with_body, { int a[] = {8, 1}; out[threadIdx.x] = a[0] + a[1]; })
HEADER_KERNEL by_header_macro(int *out) { out[threadIdx.x] = 10; }
HEADER_KERNEL_OF(templated) { out[threadIdx.x] = 11; }

// Branches that open or close the same brace. Text that is never compiled is no code at all.
__global__ void conditional(int *out, int limit) {
#ifdef NOT_DEFINED
    if (int(threadIdx.x) > limit) {
#else
    if (int(threadIdx.x) < limit) {
#endif
        out[threadIdx.x] = 12;
    }
#if 0
    it's a brace that doesn't count: } } <<<
#endif
#ifdef NOT_DEFINED
}
#else
    out[threadIdx.x] += 1;
}
#endif

// ---------------------------------------------------------------- shared memory

__global__ void dynamic_shared(int *out) {
    extern __shared__ int plain[];
    extern __shared__ __align__(16) unsigned char bytes[];
    __shared__ extern float swapped[];
    extern volatile __shared__ int with_volatile[];
    extern __shared__ int2 rows[][2];
    const int i = threadIdx.x;
    plain[i] = i;
    __syncthreads();
    // All of them are the same memory. (Comparing their addresses would not tell: compilers take
    // it that two arrays differ.)
    const int j = count - 1 - i;
    const bool same = bytes[4 * j] == j && reinterpret_cast<int *>(swapped)[j] == j &&
                      (j % 2 == 0 ? rows[j / 4][j / 2 % 2].x : rows[j / 4][j / 2 % 2].y) == j;
    out[i] = same ? with_volatile[j] : -1;
}

#define SHARED_ARRAY(type, name) extern __shared__ type name[]
__global__ void macro_shared(int *out) {
    SHARED_ARRAY(int, words);
    words[threadIdx.x] = 2 * threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = words[count - 1 - threadIdx.x];
}

__global__ void static_shared(int *out) {
    static __shared__ int first[count];
    __shared__ static int second[count];
    __shared__ int third[count], last;
    const int i = threadIdx.x;
    first[i] = i;
    second[i] = 100 * i;
    third[i] = 10000;
    if (i == 0)
        last = 1;
    __syncthreads();
    out[i] = first[count - 1 - i] + second[i] + third[i] + last;
}

// ---------------------------------------------------------------- what looks like a launch

struct stream {
    int total = 0;
};
template <class T> stream &operator<<(stream &s, T x) { s.total += static_cast<int>(x); return s; }
template <class T> bool operator<(const stream &s, T x) { return s.total < x; }

static bool looks_like_launch() {
    stream s;
    operator<< <int>(s, 1 << 2);
    operator<< <long>(operator<< <int>(s, 1), 1);
    const bool less = operator< <int>(s, 7);
    const char *text = "k<<<1, 1>>>(x); /* __global__ void k() {";
    const std::string raw = R"x(k<<<1, 1>>>(x)" )y" // it's
#include "no_such_header.h"
__global__ void k() { )x";
    const int shifted = 1 << 2 << 1, million = 1'000'000 << 1, quote = '"', apostrophe = '\'';
    // k<<<1, 1>>>(x); it's only a comment
    std::pair<int, std::pair<int, std::pair<int, int>>> deep(1, {2, {3, 4}});
    return s.total == 6 && less && text[1] == '<' && raw.size() == 78 && shifted == 8 &&
           million == 2000000 && quote == 34 && apostrophe == 39 && deep.second.second.first == 3;
}
static_assert(__LINE__ == 176, "every line is where it was");

// ---------------------------------------------------------------- launches

using kernel_pointer = void (*)(int *);
static void (*pointer)(int *) = global_static;
static kernel_pointer table[2][2] = {{global_static, static_global}, {void_global, bounded}};
template <int N> kernel_pointer chosen() { return outer::inner::nested<N>; }

struct member {
    kernel_pointer fn;
    void launch() { this->fn<<<1, count>>>(out); }
};

static void kernel_names() {
    member object{void_global}, *address = &object;
    global_static<<<1, count>>>(out); CHECK(1); static_global<<<1, count>>>(out); CHECK(2);
    ::void_global <<<1, count>>> (out); CHECK(3);
    bounded<<<dim3(1, 1), dim3{count}, 0, nullptr>>>(out); CHECK(4);
    declared_first<<<1, count>>>(out); CHECK(2 * i);
    scaled<int, 2><<<1, count>>>(out, 3); CHECK(6 * i);
    scaled<int, (4 > 3) ? 3 : 4><<<1, count>>>(out, 0); CHECK(333);
    constrained<std::enable_if_t<true, int>><<<1, count>>>(out); CHECK(5);
    outer::inner::nested<7><<<1, count>>>(out); CHECK(7);
    ::outer::outer_kernel<<<1, count>>>(out); CHECK(6);
    outer::holder<double>::launch(out); CHECK(8);
    address->fn<<<1, count>>>(out); CHECK(3);
    object.fn<<<1, count>>>(out); CHECK(3);
    object.launch(); CHECK(3);
    table[1][table[0][0] == global_static]<<<1, count>>>(out); CHECK(4);
    (*pointer)<<<1, count>>>(out); CHECK(1);
    if (failures >= 0) (*pointer)<<<1, count>>>(out);
    CHECK(1);
    (failures < 0 ? pointer : table[0][1])<<<1, count>>>(out); CHECK(2);
    chosen<9>()<<<1, count>>>(out); CHECK(9);
    whole_int<<<1, count>>>(out); CHECK(7);
    by_head<<<1, count>>>(out); CHECK(8);
    with_body<<<1, count>>>(out); CHECK(9);
    by_header_macro<<<1, count>>>(out); CHECK(10);
    header_templated<<<1, count>>>(out); CHECK(11);
    conditional<<<1, count>>>(out, 32); CHECK(i < 32 ? 13 : 1);
    header_kernel<<<1, count>>>(out, 3); CHECK(3 * i);
    header_launch(out, 4); CHECK(4 * i);
    HEADER_LAUNCH(header_kernel, out, 5); CHECK(5 * i);
}

// As formatters that do not know CUDA write it.
static void split_launches() {
    global_static << <1, count >> > (out); CHECK(1);
    static_global<< <1, count>> >(out); CHECK(2);
    scaled<int, 2>
        << <1, // a comment
            count
        >> >
        (out,
         2);
    CHECK(4 * i);
}

template <class T> struct sized {
    T value;
    static constexpr int number = sizeof(T);
};
template <class T> int size_of(int factor) { return factor * static_cast<int>(sizeof(T)); }

// What the configuration may hold: shifts, comparisons, nested templates, lambdas, strings.
static void configurations() {
    const int n = count, one = 1;
    global_static<<<n < 128 ? 1 : n >> 5, n>>>(out); CHECK(1);
    global_static<<<n > 128 ? n >> 5 : 1, n>>>(out); CHECK(1);
    global_static<<<size_of<sized<sized<int>>>(1) / 4, n>>>(out); CHECK(1);
    global_static<<<1, size_of<sized<sized<sized<int>>>>(16)>>>(out); CHECK(1);
    global_static<<<sized<sized<sized<char>>>::number, one << 6>>>(out); CHECK(1);
    global_static<<<(n >= 64) ? 1 : 2, (n << 1) >> 1>>>(out); CHECK(1);
    global_static<<<[=] { return n > 5 ? 1 : 2; }(), [](const char *s) { return s[0] == '>' ? count : 1; }(">>>(")>>>(out); CHECK(1);
    dynamic_shared<<<1, count, count * sizeof(int)>>>(out); CHECK(count - 1 - i);
    macro_shared<<<1, count, sizeof(int) << 6>>>(out); CHECK(2 * (count - 1 - i));
    static_shared<<<1, count>>>(out); CHECK(count - 1 - i + 100 * i + 10001);
#define LARGE
    scaled<int, 2><<<1,
#ifdef LARGE
        count
#else
        1, 0
#endif
        >>>(out,
#ifdef LARGE
            5);
#else
            6);
#endif
    CHECK(10 * i);
}

#define EXPECT_TRUE(expression) \
    do { \
        if (!(expression)) { \
            std::printf("line %d: %s is false\n", __LINE__, #expression); \
            ++failures; \
        } \
    } while (0)
#define CONFIG(n) <<<((n) + 127) / 128, count>>>
#define ARGUMENTS (out)
#define LAUNCH(kernel, n, ...) \
    do { \
        kernel<<<1, n>>>(__VA_ARGS__); \
        EXPECT_TRUE(cudaGetLastError() == cudaSuccess); \
    } while (0)
#define WITHOUT_ARGUMENTS(kernel) kernel<<<1, count>>>
#define PASTED(name) name##_global<<<1, count>>>(out)
#define NAMED(number) outer::inner::nested<number>

static void macros() {
    global_static CONFIG(100) (out); CHECK(1);
    void_global<<<1, count>>>ARGUMENTS; CHECK(3);
    LAUNCH(declared_first, count, out, 5); CHECK(5 * i);
    LAUNCH((scaled<int, 2>), count, out, 4); CHECK(8 * i);
    WITHOUT_ARGUMENTS(static_global)(out); CHECK(2);
    PASTED(static); CHECK(2);
    NAMED(21)<<<1, count>>>(out); CHECK(21);
    EXPECT_TRUE((void_global<<<1, count>>>(out), cudaGetLastError() == cudaSuccess)); CHECK(3);
}

// Where a launch may stand.
static void contexts(bool yes) {
    if (!yes)
        global_static<<<1, count>>>(out);
    else
        static_global<<<1, count>>>(out);
    CHECK(2);
    if (yes) global_static<<<1, count>>>(out); else static_global<<<1, count>>>(out);
    CHECK(1);
    yes ? global_static<<<1, count>>>(out) : static_global<<<1, count>>>(out); CHECK(1);
    yes ? global_static<<<1, count < 4 ? 1 : count>>>(out) : pointer<<<count >> 7, 1>>>(out); CHECK(1);
    do static_global<<<1, count>>>(out); while (!yes);
    CHECK(2);
    int turns = 0;
    for (global_static<<<1, count>>>(out); turns < 2; declared_first<<<1, count>>>(out, turns), ++turns) {
    }
    CHECK(i);
    auto later = [=](int factor) { return declared_first<<<1, count>>>(out, factor); };
    later(7); CHECK(7 * i);
    switch (turns) { case 2: static_global<<<1, count>>>(out); break; default: break; }
    CHECK(2);
    declared_first<<<1, count>>>(out, [](int x) { return x > 1 ? x : 1; }(3)); CHECK(3 * i);
    (void)header_kernel<<<1, count>>>(out, sized<sized<sized<int>>>{{{2}}}.value.value.value); CHECK(2 * i);
}

// The casts that cudaLaunchKernel is usually called with.
static void runtime_calls() {
    int factor = 3;
    void *arguments[] = {&out, &factor};
    cudaLaunchKernel((void *)declared_first, dim3(1), dim3(count), arguments, 0, 0); CHECK(3 * i);
    cudaLaunchKernel((const void *)&scaled<int, 2>, 1, count, arguments, 0, 0); CHECK(6 * i);
    cudaLaunchKernel(reinterpret_cast<void *>(&::declared_first), 1, count, arguments, 0, nullptr);
    CHECK(3 * i);
    cudaLaunchKernel(reinterpret_cast<const void *>(bounded), 1, count, arguments, 0, nullptr);
    CHECK(4);
}

int main() {
    if (cudaMalloc(&out, count * sizeof(int)) != cudaSuccess ||
        cudaMemset(out, 0, count * sizeof(int)) != cudaSuccess) {
        std::printf("no device memory: %s\n", cudaGetErrorString(cudaGetLastError()));
        return 77; // cannot run here
    }
    EXPECT_TRUE(looks_like_launch());
    kernel_names();
    split_launches();
    configurations();
    macros();
    contexts(true);
    runtime_calls();
    cudaFree(out);
    std::printf(failures == 0 ? "all right\n" : "%d failures\n", failures);
    return failures == 0 ? 0 : 1;
}
static_assert(__LINE__ == 353, "every line is still where it was");
