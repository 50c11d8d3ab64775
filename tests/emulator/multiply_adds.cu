// A product that is added to something is rounded once, with it, in device code: each expression
// gives the bits that std::fma gives for those products that nvcc fuses. Compiled with -fmad=false
// and -DUNFUSED none is. What is no float or double is what it always was.
//
// Exit status: 0 all right, 1 some result is wrong, 77 there is no device, or the emulator's
// processor has no such instruction.
#include "check.h"

#include <cmath>
#include <random>

#ifdef UNFUSED
constexpr bool FUSES = false;
#else
constexpr bool FUSES = true;
#endif

template <class T> struct numbers {
    T a, b, c, d, e;
    int n, m;
};

__host__ __device__ float of_both(float a, float b, float c) {
    return a * b + c;
}
__host__ __device__ double of_both(double a, double b, double c) {
    return a * b + c;
}

// One at a time: of a product that something else needs, too, nvcc fuses nothing.
constexpr int EXPRESSIONS = 26;
template <int WHICH, class T> __device__ T calculate(const numbers<T> &x) {
    const T a = x.a, b = x.b, c = x.c, d = x.d, e = x.e;
    T sum = c;
    if constexpr (WHICH == 0)
        return a * b + c;
    else if constexpr (WHICH == 1)
        return c + a * b;
    else if constexpr (WHICH == 2)
        return a * b - c;
    else if constexpr (WHICH == 3)
        return c - a * b;
    else if constexpr (WHICH == 4)
        return -(a * b) + c;
    else if constexpr (WHICH == 5)
        return -a * b - c;
    else if constexpr (WHICH == 6)
        return a * b + c * d;
    else if constexpr (WHICH == 7)
        return a * b - c * d;
    else if constexpr (WHICH == 8)
        return a * a + b * b + c * c;
    else if constexpr (WHICH == 9)
        return (a * b) * c + d;
    else if constexpr (WHICH == 10)
        return e + a * b + c * d;
    else if constexpr (WHICH == 11)
        return e - a * b - c * d;
    else if constexpr (WHICH == 12)
        return (a * b + c * d) * e + a;
    else if constexpr (WHICH == 13) {
        sum += a * b;
        return sum;
    } else if constexpr (WHICH == 14) {
        sum -= (d * e);
        return sum;
    } else if constexpr (WHICH == 15)
        return 2 * a * b + 3;
    else if constexpr (WHICH == 16)
        return x.n * a + x.m;
    else if constexpr (WHICH == 17)
        return (a - b) * (a - b) + c;
    else if constexpr (WHICH == 18)
        return a * b * c + d * e;
    else if constexpr (WHICH == 19)
        return a / b * c + d;
    else if constexpr (WHICH == 20)
        return x.a * x.b + (x.c * x.d + x.e);
    else if constexpr (WHICH == 21)
        return (a * b + c) + (c * d + e);
    else if constexpr (WHICH == 22)
        return a * b + c * d - e;
    else if constexpr (WHICH == 23) {
        sum += a * b + d * e;
        return sum;
    } else if constexpr (WHICH == 24)
        return of_both(a, b, c);
    else if constexpr (WHICH == 25)
        return fabs(a * b + c) > fabs(c * d) ? a : b;
}

template <int WHICH, class T> __global__ void expression(const numbers<T> *from, T *to, int count) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < count)
        to[i] = calculate<WHICH>(from[i]);
}

template <class T> T rounded(T x) {
    volatile T kept = x;
    return kept;
}
template <class T> T fused(T a, T b, T c) {
    return FUSES ? std::fma(a, b, c) : rounded(a * b) + c;
}
template <class T> void expect(const numbers<T> &x, T *to) {
    const T a = x.a, b = x.b, c = x.c, d = x.d, e = x.e, n = T(x.n), m = T(x.m);
    to[0] = to[1] = fused(a, b, c);
    to[2] = fused(a, b, -c);
    to[3] = to[4] = fused(-a, b, c);
    to[5] = fused(-a, b, -c);
    to[6] = fused(a, b, rounded(c * d));
    to[7] = fused(a, b, -rounded(c * d));
    to[8] = fused(c, c, fused(a, a, rounded(b * b)));
    to[9] = fused(rounded(a * b), c, d);
    to[10] = fused(c, d, fused(a, b, e));
    to[11] = fused(-c, d, fused(-a, b, e));
    to[12] = fused(fused(a, b, rounded(c * d)), e, a);
    to[13] = fused(a, b, c);
    to[14] = fused(-d, e, c);
    to[15] = fused(2 * a, b, T(3));
    to[16] = fused(n, a, m);
    to[17] = fused(rounded(a - b), rounded(a - b), c);
    to[18] = fused(rounded(a * b), c, rounded(d * e));
    to[19] = fused(rounded(a / b), c, d);
    to[20] = fused(a, b, fused(c, d, e));
    to[21] = fused(a, b, c) + fused(c, d, e);
    to[22] = fused(a, b, rounded(c * d)) - e;
    to[23] = c + fused(a, b, rounded(d * e));
    to[24] = fused(a, b, c);
    to[25] = std::fabs(fused(a, b, c)) > std::fabs(rounded(c * d)) ? a : b;
}

// Threads side by side, each with a loop.
__global__ void polynomials(const float *x, float *y, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n) {
        const float slope = 0.3f * threadIdx.x + 0.1f;
        float sum = slope;
        for (int k = 0; k < 10; ++k)
            sum = sum * x[i] + y[i];
        for (int k = 0; k < n; k += 100)
            sum += x[k] * slope;
        y[i] = sum;
    }
}

// ---- what is never fused, or no number at all

struct packed {
    unsigned three : 3;
    static const int many = 5;
};
struct pair {
    float x, y;
};
template <class T> __device__ pair operator*(pair p, T s) {
    return {p.x * s, p.y * s};
}
template <class T> __device__ pair operator+(T s, pair p) {
    return {p.x + s, p.y + s};
}
__device__ pair operator+(pair p, pair q) {
    return {p.x + q.x, p.y + q.y};
}
namespace elsewhere {
__device__ float2 operator*(float2 v, float s) {
    return {v.x * s, v.y * s};
}
__device__ float2 operator+(float2 v, float2 w) {
    return {v.x + w.x, v.y + w.y};
}
__device__ void operator+=(float2 &v, float2 w) {
    v = v + w;
}
} // namespace elsewhere
struct text {
    int length;
    __device__ text(int n) : length(n) {}
    text(const text &) = delete;
    __device__ text &operator+=(int n) { return length += n, *this; }
    __device__ int operator*(const text &other) const { return length * other.length; }
};
struct __attribute__((packed)) record {
    char c;
    float sum;
};
#pragma pack(push, 1)
struct line {
    char c;
    float last;
};
#pragma pack(pop)
// Which operand comes first, where a call changes what another one reads.
__device__ float next(unsigned &seed) {
    return static_cast<float>(++seed);
}
__device__ float first_of(const float *&p) {
    return *p++;
}
__device__ int calls;
__device__ float called(float x) {
    return x + static_cast<float>(atomicAdd(&calls, 1));
}
struct counter {
    float value;
    __device__ float next() { return ++value; }
};
struct tally { // with no sum of its own
    float sum;
    template <class T> __device__ tally &operator+=(T x) {
        static_assert(std::is_arithmetic<T>::value, "a number comes as one");
        return sum += x, *this;
    }
};

__global__ void others(float a, float b, float c, int *ints, double *doubles, const float *table) {
    short s = 300, t = -200;
    auto product = s * t + s;
    static_assert(std::is_same<decltype(product), int>::value, "short promotes to int");
    ints[0] = product;
    packed bits = {3};
    doubles[0] = bits.three * -1 + 0.5;
    ints[1] = packed::many * s + 1;
    ints[2] = static_cast<int>(*(table + s * packed::many - 1499));
    pair p = {1, 2}, q = p * 2.0f + p;
    ints[3] = static_cast<int>(q.x + q.y * 10);
    q = s * 2.0f + q;
    ints[4] = static_cast<int>(q.x);
    using namespace elsewhere;
    float2 v = {1, 2}, w = v * 2.0f + v;
    w += v * 2.0f;
    ints[9] = static_cast<int>(w.x * 10 + w.y);
    text first(3), second(4);
    first += second * first;
    ints[5] = first.length;
    unsigned char small = 250;
    small += 2 * small;
    ints[6] = small;
    constexpr int constant = 2 * 3 + 1;
    int array[2 * constant + 1];
    ints[7] = static_cast<int>(sizeof array);
    switch (s) {
    case 2 * 150 + 0:
        ints[8] = 1;
    }
    doubles[1] = double(a * b) + 0.0;
    double wide = c;
    doubles[2] = a * b + wide;
    wide += a * b;
    doubles[3] = wide;
    doubles[4] = __fmul_rn(a, b) + c;
    doubles[5] = __fadd_rn(a * b, c);
    volatile float kept = c;
    kept += a * c;
    doubles[6] = kept;
    float narrow = c;
    narrow += wide * wide;
    doubles[7] = narrow;
    record unaligned = {'r', c};
    unaligned.sum += a * 2;
    line another = {'l', c};
    another.last -= a * 2;
    doubles[8] = unaligned.sum * another.last + 0.5f;
    tally all = {c};
    all += a * b;
    doubles[9] = all.sum;
    unsigned seed = 0;
    counter numbers = {0};
    doubles[10] = next(seed) * 10 + next(seed);
    doubles[11] = numbers.next() * 10 - numbers.next() * 100;
    doubles[12] = a * next(seed) + c;
    doubles[13] = first_of(table) * 10 + first_of(table);
    doubles[14] = called(1) * 10 + called(2) * called(3);
}

constexpr int N = 1000;

template <int WHICH, class T>
static void check_expression(const std::vector<numbers<T>> &from, const char *type) {
    const device_array<numbers<T>> in(from);
    const device_array<T> out(N);
    expression<WHICH>
        <<<(N + 127) / 128, 128>>>(static_cast<numbers<T> *>(in), static_cast<T *>(out), N);
    CHECK_LAUNCH();
    const std::vector<T> got = out.get();
    int wrong = 0;
    for (int i = 0; i < N; ++i) {
        T expected[EXPRESSIONS];
        expect(from[i], expected);
        wrong += std::memcmp(&expected[WHICH], &got[i], sizeof(T)) != 0;
    }
    check_that(wrong == 0,
               std::string(type) + " expression " + std::to_string(WHICH) + ": " +
                   std::to_string(wrong) + " of " + std::to_string(N) + " are wrong",
               __FILE__, __LINE__);
    if constexpr (WHICH + 1 < EXPRESSIONS)
        check_expression<WHICH + 1>(from, type);
}

template <class T> static void check_expressions(const char *type) {
    std::mt19937 random(7);
    std::uniform_real_distribution<T> distribution(-2, 2);
    std::vector<numbers<T>> from(N);
    for (int i = 0; i < N; ++i) {
        T x[5];
        for (T &one : x)
            one = distribution(random);
        from[i] = {x[0], x[1], x[2], x[3], x[4], i % 7 + 3, i % 5 + 1};
    }
    check_expression<0>(from, type);
    const numbers<T> &x = from[0];
    CHECK(of_both(x.a, x.b, x.c) == rounded(x.a * x.b) + x.c); // on the host
}

static void check_polynomials() {
    std::vector<float> x(N), y(N), expected(N);
    for (int i = 0; i < N; ++i) {
        x[i] = 0.001f * static_cast<float>(i) + 0.1f;
        y[i] = 1.0f / static_cast<float>(i + 1);
    }
    for (int i = 0; i < N; ++i) {
        const float slope = fused(0.3f, static_cast<float>(i % 128), 0.1f);
        float sum = slope;
        for (int k = 0; k < 10; ++k)
            sum = fused(sum, x[i], y[i]);
        for (int k = 0; k < N; k += 100)
            sum = fused(x[k], slope, sum);
        expected[i] = sum;
    }
    const device_array<float> in(x), out(y);
    polynomials<<<(N + 127) / 128, 128>>>(static_cast<float *>(in), static_cast<float *>(out), N);
    CHECK_LAUNCH();
    CHECK_ARRAY(
        out.get(), [&](std::size_t i) { return expected[i]; }, "polynomials");
}

static void check_others() {
    const float a = 1.1f, b = 1.3f, c = -1.43f;
    const device_array<int> ints(10);
    const device_array<double> doubles(15);
    const device_array<float> table(std::vector<float>{0, 17, 0});
    others<<<1, 1>>>(a, b, c, static_cast<int *>(ints), static_cast<double *>(doubles),
                     static_cast<float *>(table));
    CHECK_LAUNCH();
    static const int integers[] = {-59700, 1501, 17, 63, 603, 15, 238, 60, 1, 60};
    CHECK_ARRAY(
        ints.get(), [&](std::size_t i) { return integers[i]; }, "integers");
    const float product = rounded(a * b), sum = rounded(product + c);
    const double wide = double(product) + double(c);
    const std::vector<double> expected = {-2.5,
                                          double(product),
                                          wide,
                                          wide,
                                          double(sum),
                                          double(sum),
                                          double(fused(a, c, c)),
                                          double(static_cast<float>(fused(wide, wide, double(c)))),
                                          double(fused(c + a * 2, c - a * 2, 0.5f)),
                                          double(sum),
                                          12,
                                          -190,
                                          double(fused(a, 3.0f, c)),
                                          17,
                                          25};
    CHECK_ARRAY(
        doubles.get(), [&](std::size_t i) { return expected[i]; }, "numbers");
}

int main() {
    check_device();
#if defined(CUDA_EMULATOR_ARCH) && defined(__x86_64__)
    if (FUSES && !__builtin_cpu_supports("fma")) {
        std::printf("the processor has no fused multiply-add\n");
        return 77;
    }
#endif
    check_expressions<float>("float");
    check_expressions<double>("double");
    check_polynomials();
    check_others();
    return check_result();
}
