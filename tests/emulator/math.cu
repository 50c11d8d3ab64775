// Checks CUDA's math functions, intrinsics, conversions and vector types, in the emulator or on a
// GPU: kernels evaluate them over tables of awkward arguments, and the host compares with long
// double references or with exact results. The allowed errors are the ones that CUDA documents.
//
// Exit status: 0 all right, 1 some result is wrong, 77 there is no device.

#include <cuda_runtime.h>
#include <math_constants.h>

#include <algorithm>
#include <cfloat>
#include <climits>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <vector>

#define CHECK(call)                                                                                \
    do {                                                                                           \
        const cudaError_t status_ = (call);                                                        \
        if (status_ != cudaSuccess) {                                                              \
            std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status_));  \
            std::exit(1);                                                                          \
        }                                                                                          \
    } while (0)

// ---- layout of the vector types ----

template <class T, size_t Size, size_t Alignment> constexpr bool has_layout() {
    return sizeof(T) == Size && alignof(T) == Alignment;
}

#define CHECK_LAYOUT(name, size, align1, align2, align4)                                           \
    static_assert(has_layout<name##1, (size), (align1)>(), #name "1");                             \
    static_assert(has_layout<name##2, 2 * (size), (align2)>(), #name "2");                         \
    static_assert(has_layout<name##3, 3 * (size), (align1)>(), #name "3");                         \
    static_assert(has_layout<name##4, 4 * (size), (align4)>(), #name "4");
// CUDA 13 calls the four-element types of 8-byte elements deprecated, in favour of two that state
// their alignment.
#define CHECK_LAYOUT_OF_WIDE_1_TO_3(name)                                                          \
    static_assert(has_layout<name##1, 8, 8>(), #name "1");                                         \
    static_assert(has_layout<name##2, 16, 16>(), #name "2");                                       \
    static_assert(has_layout<name##3, 24, 8>(), #name "3");
#if defined(__NVCC__) && __CUDACC_VER_MAJOR__ >= 13
#define CHECK_CLASSIC_4(name)
#else
#define CHECK_CLASSIC_4(name) static_assert(has_layout<name##4, 32, 16>(), #name "4");
#endif
#if defined(__NVCC__) && __CUDACC_VER_MAJOR__ < 13
#define CHECK_NEW_4(name)
#else
#define CHECK_NEW_4(name)                                                                          \
    static_assert(has_layout<name##4_16a, 32, 16>(), #name "4_16a");                               \
    static_assert(has_layout<name##4_32a, 32, 32>(), #name "4_32a");
#endif
#define CHECK_LAYOUT_OF_WIDE(name)                                                                 \
    CHECK_LAYOUT_OF_WIDE_1_TO_3(name) CHECK_CLASSIC_4(name) CHECK_NEW_4(name)

CHECK_LAYOUT(char, 1, 1, 2, 4)
CHECK_LAYOUT(uchar, 1, 1, 2, 4)
CHECK_LAYOUT(short, 2, 2, 4, 8)
CHECK_LAYOUT(ushort, 2, 2, 4, 8)
CHECK_LAYOUT(int, 4, 4, 8, 16)
CHECK_LAYOUT(uint, 4, 4, 8, 16)
CHECK_LAYOUT(float, 4, 4, 8, 16)
#if __SIZEOF_LONG__ == 8
CHECK_LAYOUT_OF_WIDE(long)
CHECK_LAYOUT_OF_WIDE(ulong)
#endif
CHECK_LAYOUT_OF_WIDE(longlong)
CHECK_LAYOUT_OF_WIDE(ulonglong)
CHECK_LAYOUT_OF_WIDE(double)

static_assert(has_layout<dim3, 12, 4>(), "dim3");
constexpr dim3 two_by_one(2);
static_assert(two_by_one.x == 2 && two_by_one.y == 1 && two_by_one.z == 1, "dim3's defaults");
constexpr dim3 from_uint3(uint3{3, 4, 5});
static_assert(from_uint3.x == 3 && from_uint3.y == 4 && from_uint3.z == 5, "dim3 from uint3");
static_assert(static_cast<uint3>(from_uint3).z == 5, "uint3 from dim3");

// ---- counting ----

static long checks = 0;
static long failures = 0;

// Counts a check; true if the caller has to describe a failure.
static bool failed(bool right) {
    ++checks;
    if (!right)
        ++failures;
    return !right;
}

static void expect(const char *what, bool right) {
    if (failed(right))
        std::printf("%s is wrong\n", what);
}

// Evaluates `kernel` for one function over all inputs.
template <class In, class Out>
static std::vector<Out> evaluate(void (*kernel)(int, const In *, Out *, int), int which,
                                 const std::vector<In> &in) {
    const int n = static_cast<int>(in.size());
    In *device_in = nullptr;
    Out *device_out = nullptr;
    std::vector<Out> out(in.size());
    CHECK(cudaMalloc(reinterpret_cast<void **>(&device_in), n * sizeof(In)));
    CHECK(cudaMalloc(reinterpret_cast<void **>(&device_out), n * sizeof(Out)));
    CHECK(cudaMemcpy(device_in, in.data(), n * sizeof(In), cudaMemcpyHostToDevice));
    kernel<<<(n + 127) / 128, 128>>>(which, device_in, device_out, n);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(out.data(), device_out, n * sizeof(Out), cudaMemcpyDeviceToHost));
    CHECK(cudaFree(device_in));
    CHECK(cudaFree(device_out));
    return out;
}

// ---- references ----

typedef long double real;

static const real pi = 3.14159265358979323846264338327950288L;
static const real root_pi = 1.77245385090551602729816748334114518L;
static const real root_2 = 1.41421356237309504880168872420969808L;
static const real nan_value = std::numeric_limits<real>::quiet_NaN();
static const real infinity = std::numeric_limits<real>::infinity();
// As a tolerance: CUDA promises nothing for these arguments.
static const real unspecified = nan_value;

// After reduction to [-1/4, 1/4], which is exact.
static real sine_of_pi_times(real x) {
    if (std::isinf(x) || std::isnan(x))
        return nan_value;
    if (x == 0)
        return x;
    const real y = std::fmod(x, 2.0L);
    const real quarter_turns = std::rint(2 * y);
    const real angle = pi * (y - quarter_turns / 2);
    const int quadrant = (static_cast<int>(quarter_turns) + 8) % 4;
    const real size = quadrant % 2 == 0 ? std::sin(angle) : std::cos(angle);
    return quadrant < 2 ? size : -size;
}
static real cosine_of_pi_times(real x) {
    if (std::isinf(x) || std::isnan(x))
        return nan_value;
    return sine_of_pi_times(std::fmod(std::fabs(x), 2.0L) + 0.5L);
}

// Solves f(x) = y for x between low and high by halving; f rises.
template <class Function> static real solve(Function f, real y, real low, real high) {
    for (int i = 0; i < 90; ++i) {
        const real middle = low + (high - low) / 2;
        if (f(middle) < y)
            low = middle;
        else
            high = middle;
    }
    return low + (high - low) / 2;
}
static real inverse_of_erfc(real y);
static real inverse_of_erf(real t) {
    const real size = std::fabs(t);
    if (!(size <= 1))
        return nan_value;
    if (size == 0)
        return t;
    const real x = size <= 0.5L ? solve([](real v) { return std::erf(v); }, size, 0.8L * size, size)
                                : inverse_of_erfc(1 - size);
    return std::copysign(x, t);
}
static real inverse_of_erfc(real y) {
    if (!(y >= 0 && y <= 2))
        return nan_value;
    if (y == 0 || y == 2)
        return y == 0 ? infinity : -infinity;
    if (y >= 0.5L && y <= 1.5L)
        return inverse_of_erf(1 - y);
    return y > 1 ? -inverse_of_erfc(2 - y)
                 : solve([](real v) { return -std::erfc(v); }, -y, 0.0L, 32.0L);
}

// exp(x * x) * erfc(x); from 10 on by its asymptotic series.
static real scaled_erfc(real x) {
    if (!(x >= 10))
        return std::exp(x * x) * std::erfc(x);
    if (std::isinf(x))
        return 0;
    real term = 1, sum = 1;
    for (int k = 1; std::fabs(term) > 1e-22L; ++k) {
        term *= -(2 * k - 1) / (2 * x * x);
        sum += term;
    }
    return sum / (x * root_pi);
}

// The modified Bessel functions as the mean of exp(x cos t) or of exp(x cos t) cos t over a circle,
// for which the trapezoidal rule converges at once. For small x the mean of cos t itself is taken
// out beforehand, lest it swamp I1.
static real bessel_i(int order, real x) {
    if (std::isnan(x))
        return x;
    if (std::fabs(x) > 800)
        return order == 1 && x < 0 ? -infinity : infinity;
    if (order == 1 && std::fabs(x) < 1e-5L)
        return x / 2 * (1 + x * x / 8);
    const int points = 1024;
    real sum = 0;
    for (int i = 0; i < points; ++i) {
        const real c = cosine_of_pi_times((2 * i + 1) / static_cast<real>(points));
        sum += order == 0 ? std::exp(x * c) : std::expm1(x * c) * c;
    }
    return sum / points;
}

static real smaller(real a, real b) {
    if (std::isnan(a) || std::isnan(b))
        return std::isnan(a) ? b : a;
    if (a == b)
        return std::signbit(a) ? a : b;
    return a < b ? a : b;
}
static real larger(real a, real b) {
    return std::isnan(a) && std::isnan(b) ? a : -smaller(-a, -b);
}

static real clamped_to_unit(real x) {
    return x > 0 ? (x < 1 ? x : 1) : 0;
}

struct arguments {
    real x, y, z, w;
};

static real length(real x, real y, real z, real w) {
    if (std::isinf(x) || std::isinf(y) || std::isinf(z) || std::isinf(w))
        return infinity;
    return std::sqrt(x * x + y * y + z * z + w * w);
}
// True if every element is 0 or far from overflow and underflow when squared in float.
static bool moderate(real v) {
    return v == 0 || (std::fabs(v) > 1e-15L && std::fabs(v) < 1e15L);
}
static bool all_moderate(const arguments &v) {
    return moderate(v.x) && moderate(v.y) && moderate(v.z) && moderate(v.w);
}

template <class T> static real ulp_at(real value) {
    typedef std::numeric_limits<T> limits;
    if (value == 0 || !std::isfinite(value))
        return limits::denorm_min();
    int exponent;
    std::frexp(value, &exponent);
    exponent = std::min(std::max(exponent, limits::min_exponent), limits::max_exponent);
    return std::ldexp(1.0L, exponent - limits::digits);
}

// ---- functions of float and double ----

// Functions with several results, one by one.
__device__ static float sine_from_sincosf(float x) {
    float s, c;
    sincosf(x, &s, &c);
    return s;
}
__device__ static float cosine_from_sincosf(float x) {
    float s, c;
    sincosf(x, &s, &c);
    return c;
}
__device__ static float sine_from_sincospif(float x) {
    float s, c;
    sincospif(x, &s, &c);
    return s;
}
__device__ static float cosine_from_sincospif(float x) {
    float s, c;
    sincospif(x, &s, &c);
    return c;
}
__device__ static double sine_from_sincospi(double x) {
    double s, c;
    sincospi(x, &s, &c);
    return s;
}
__device__ static double cosine_from_sincospi(double x) {
    double s, c;
    sincospi(x, &s, &c);
    return c;
}
__device__ static float sine_from_fast_sincosf(float x) {
    float s, c;
    __sincosf(x, &s, &c);
    return s;
}
__device__ static float cosine_from_fast_sincosf(float x) {
    float s, c;
    __sincosf(x, &s, &c);
    return c;
}
__device__ static float normf_of_4(float x, float y, float z, float w) {
    const float p[] = {x, y, z, w};
    return normf(4, p);
}
__device__ static float rnormf_of_4(float x, float y, float z, float w) {
    const float p[] = {x, y, z, w};
    return rnormf(4, p);
}
__device__ static double norm_of_4(double x, double y, double z, double w) {
    const double p[] = {x, y, z, w};
    return norm(4, p);
}
__device__ static double rnorm_of_4(double x, double y, double z, double w) {
    const double p[] = {x, y, z, w};
    return rnorm(4, p);
}

// Each row: a name, the device's expression, the reference, and the allowed difference, to which
// the half ulp is added that a correctly rounded result may be off; the functions of one argument
// first. Where the C library of a host is known to miss CUDA's bound, the row states the larger.
// clang-format off
#define FLOAT_FUNCTIONS_OF_1(ROW)                                                                  \
    ROW(rsqrtf, rsqrtf(v.x), 1 / std::sqrt(v.x), 2 * ulp)                                          \
    ROW(rsqrt_of_float, rsqrt(v.x), 1 / std::sqrt(v.x), 2 * ulp)                                   \
    ROW(rcbrtf, rcbrtf(v.x), 1 / std::cbrt(v.x), 1 * ulp)                                          \
    ROW(sinpif, sinpif(v.x), sine_of_pi_times(v.x), 1 * ulp)                                       \
    ROW(cospif, cospif(v.x), cosine_of_pi_times(v.x), 1 * ulp)                                     \
    ROW(sincospif_sine, sine_from_sincospif(v.x), sine_of_pi_times(v.x), 1 * ulp)                  \
    ROW(sincospif_cosine, cosine_from_sincospif(v.x), cosine_of_pi_times(v.x), 1 * ulp)            \
    ROW(erfinvf, erfinvf(v.x), inverse_of_erf(v.x), 2 * ulp)                                       \
    ROW(erfcinvf, erfcinvf(v.x), inverse_of_erfc(v.x), 4 * ulp)                                    \
    ROW(erfcxf, erfcxf(v.x), scaled_erfc(v.x), 4 * ulp)                                            \
    ROW(normcdff, normcdff(v.x), std::erfc(-v.x / root_2) / 2, 5 * ulp)                            \
    ROW(normcdfinvf, normcdfinvf(v.x), -root_2 * inverse_of_erfc(2 * v.x), 5 * ulp)                \
    ROW(cyl_bessel_i0f, cyl_bessel_i0f(v.x), bessel_i(0, v.x), 6 * ulp)                            \
    ROW(cyl_bessel_i1f, cyl_bessel_i1f(v.x), bessel_i(1, v.x), 6 * ulp)                            \
    ROW(exp10f, exp10f(v.x), std::pow(10.0L, v.x), 2 * ulp)                                        \
    ROW(exp10_of_float, exp10(v.x), std::pow(10.0L, v.x), 2 * ulp)                                 \
    ROW(sincosf_sine, sine_from_sincosf(v.x), std::sin(v.x), 2 * ulp)                              \
    ROW(sincosf_cosine, cosine_from_sincosf(v.x), std::cos(v.x), 2 * ulp)                          \
    ROW(sinf, sinf(v.x), std::sin(v.x), 2 * ulp)                                                   \
    ROW(cosf, cosf(v.x), std::cos(v.x), 2 * ulp)                                                   \
    ROW(tanf, tanf(v.x), std::tan(v.x), 4 * ulp)                                                   \
    ROW(expf, expf(v.x), std::exp(v.x), 2 * ulp)                                                   \
    ROW(exp2f, exp2f(v.x), std::exp2(v.x), 2 * ulp)                                                \
    ROW(expm1f, expm1f(v.x), std::expm1(v.x), 1 * ulp)                                             \
    ROW(logf, logf(v.x), std::log(v.x), 1 * ulp)                                                   \
    ROW(log2f, log2f(v.x), std::log2(v.x), 1 * ulp)                                                \
    ROW(log10f, log10f(v.x), std::log10(v.x), 2 * ulp)                                             \
    ROW(log1pf, log1pf(v.x), std::log1p(v.x), 1 * ulp)                                             \
    ROW(tanhf, tanhf(v.x), std::tanh(v.x), 2 * ulp)                                                \
    ROW(erff, erff(v.x), std::erf(v.x), 2 * ulp)                                                   \
    ROW(erfcf, erfcf(v.x), std::erfc(v.x), 4 * ulp)                                                \
    ROW(cbrtf, cbrtf(v.x), std::cbrt(v.x), 1 * ulp)                                                \
    ROW(sqrtf, sqrtf(v.x), std::sqrt(v.x), 0)                                                      \
    ROW(rintf, rintf(v.x), std::rint(v.x), 0)                                                      \
    ROW(abs_of_float, abs(v.x), std::fabs(v.x), 0)                                                 \
    ROW(isnan, isnan(v.x) ? 1.0f : 0.0f, std::isnan(v.x), 0)                                       \
    ROW(isinf, isinf(v.x) ? 1.0f : 0.0f, std::isinf(v.x), 0)                                       \
    ROW(isfinite, isfinite(v.x) ? 1.0f : 0.0f, std::isfinite(v.x), 0)                              \
    ROW(j0_of_float, j0(v.x), ::j0l(v.x), std::fabs(v.x) < 8 ? 9 * ulp : 2.2e-6L)                  \
    ROW(__sinf, __sinf(v.x), std::sin(v.x),                                                        \
        std::fabs(v.x) <= pi ? std::exp2(-21.41L) : unspecified)                                   \
    ROW(__cosf, __cosf(v.x), std::cos(v.x),                                                        \
        std::fabs(v.x) <= pi ? std::exp2(-21.19L) : unspecified)                                   \
    ROW(__sincosf_sine, sine_from_fast_sincosf(v.x), std::sin(v.x),                                \
        std::fabs(v.x) <= pi ? std::exp2(-21.41L) : unspecified)                                   \
    ROW(__sincosf_cosine, cosine_from_fast_sincosf(v.x), std::cos(v.x),                            \
        std::fabs(v.x) <= pi ? std::exp2(-21.19L) : unspecified)                                   \
    ROW(__tanf, __tanf(v.x), std::tan(v.x), std::fabs(v.x) <= 1 ? 3e-6L : unspecified)             \
    ROW(__expf, __expf(v.x), std::exp(v.x),                                                        \
        std::fabs(v.x) <= 80 ? (2 + std::floor(1.173L * std::fabs(v.x))) * ulp : unspecified)      \
    ROW(__exp10f, __exp10f(v.x), std::pow(10.0L, v.x),                                             \
        std::fabs(v.x) <= 35 ? (2 + std::floor(2.97L * std::fabs(v.x))) * ulp : unspecified)       \
    ROW(__logf, __logf(v.x), std::log(v.x),                                                        \
        !(v.x >= FLT_MIN && v.x <= FLT_MAX) ? unspecified                                          \
        : v.x >= 0.5L && v.x <= 2 ? std::exp2(-21.41L) : 3 * ulp)                                  \
    ROW(__log2f, __log2f(v.x), std::log2(v.x),                                                     \
        !(v.x >= FLT_MIN && v.x <= FLT_MAX) ? unspecified                                          \
        : v.x >= 0.5L && v.x <= 2 ? std::exp2(-22.0L) : 2 * ulp)                                   \
    ROW(__log10f, __log10f(v.x), std::log10(v.x),                                                  \
        !(v.x >= FLT_MIN && v.x <= FLT_MAX) ? unspecified                                          \
        : v.x >= 0.5L && v.x <= 2 ? std::exp2(-24.0L) : 3 * ulp)                                   \
    ROW(__saturatef, __saturatef(v.x), clamped_to_unit(v.x), 0)                                    \
    ROW(__frsqrt_rn, __frsqrt_rn(v.x), 1 / std::sqrt(v.x), 0)

#define FLOAT_FUNCTIONS_OF_4(ROW)                                                                  \
    ROW(hypotf, hypotf(v.x, v.y), length(v.x, v.y, 0, 0), 3 * ulp)                                 \
    ROW(rhypotf, rhypotf(v.x, v.y), 1 / length(v.x, v.y, 0, 0), 2 * ulp)                           \
    ROW(norm3df, norm3df(v.x, v.y, v.z), length(v.x, v.y, v.z, 0), 3 * ulp)                        \
    ROW(rnorm3df, rnorm3df(v.x, v.y, v.z), 1 / length(v.x, v.y, v.z, 0), 2 * ulp)                  \
    ROW(norm4df, norm4df(v.x, v.y, v.z, v.w), length(v.x, v.y, v.z, v.w), 3 * ulp)                 \
    ROW(rnorm4df, rnorm4df(v.x, v.y, v.z, v.w), 1 / length(v.x, v.y, v.z, v.w), 2 * ulp)           \
    ROW(normf, normf_of_4(v.x, v.y, v.z, v.w), length(v.x, v.y, v.z, v.w),                         \
        all_moderate(v) ? 8 * ulp : unspecified)                                                   \
    ROW(rnormf, rnormf_of_4(v.x, v.y, v.z, v.w), 1 / length(v.x, v.y, v.z, v.w),                   \
        all_moderate(v) ? 8 * ulp : unspecified)                                                   \
    ROW(__fdividef, __fdividef(v.x, v.y), v.x / v.y,                                               \
        moderate(v.x) && moderate(v.y) ? 2 * ulp : unspecified)                                    \
    ROW(fdividef, fdividef(v.x, v.y), v.x / v.y,                                                   \
        moderate(v.x) && moderate(v.y) ? 2 * ulp : unspecified)                                    \
    ROW(__powf, __powf(v.x, v.y), std::pow(v.x, v.y),                                              \
        v.x >= 0.125L && v.x <= 8 && std::fabs(v.y) <= 4 ? 4e-6L * std::pow(v.x, v.y)              \
                                                         : unspecified)                            \
    ROW(min_of_floats, min(v.x, v.y), smaller(v.x, v.y), 0)                                        \
    ROW(max_of_floats, max(v.x, v.y), larger(v.x, v.y), 0)

#define DOUBLE_FUNCTIONS_OF_1(ROW)                                                                 \
    ROW(rsqrt, rsqrt(v.x), 1 / std::sqrt(v.x), 1 * ulp)                                            \
    ROW(rcbrt, rcbrt(v.x), 1 / std::cbrt(v.x), 1 * ulp)                                            \
    ROW(sinpi, sinpi(v.x), sine_of_pi_times(v.x), 2 * ulp)                                         \
    ROW(cospi, cospi(v.x), cosine_of_pi_times(v.x), 2 * ulp)                                       \
    ROW(sincospi_sine, sine_from_sincospi(v.x), sine_of_pi_times(v.x), 2 * ulp)                    \
    ROW(sincospi_cosine, cosine_from_sincospi(v.x), cosine_of_pi_times(v.x), 2 * ulp)              \
    ROW(erfinv, erfinv(v.x), inverse_of_erf(v.x), 5 * ulp)                                         \
    ROW(erfcinv, erfcinv(v.x), inverse_of_erfc(v.x), 6 * ulp)                                      \
    ROW(erfcx, erfcx(v.x), scaled_erfc(v.x), 4 * ulp)                                              \
    ROW(normcdf, normcdf(v.x), std::erfc(-v.x / root_2) / 2, 5 * ulp)                              \
    ROW(normcdfinv, normcdfinv(v.x), -root_2 * inverse_of_erfc(2 * v.x), 8 * ulp)                  \
    ROW(cyl_bessel_i0, cyl_bessel_i0(v.x), bessel_i(0, v.x), 6 * ulp)                              \
    ROW(cyl_bessel_i1, cyl_bessel_i1(v.x), bessel_i(1, v.x), 6 * ulp)                              \
    ROW(exp10, exp10(v.x), std::pow(10.0L, v.x), 2 * ulp)                                          \
    ROW(sin, sin(v.x), std::sin(v.x), 2 * ulp)                                                     \
    ROW(cos, cos(v.x), std::cos(v.x), 2 * ulp)                                                     \
    ROW(exp, exp(v.x), std::exp(v.x), 1 * ulp)                                                     \
    ROW(log, log(v.x), std::log(v.x), 1 * ulp)                                                     \
    ROW(abs_of_double, abs(v.x), std::fabs(v.x), 0)                                                \
    ROW(isnan_of_double, isnan(v.x) ? 1.0 : 0.0, std::isnan(v.x), 0)                               \
    ROW(isinf_of_double, isinf(v.x) ? 1.0 : 0.0, std::isinf(v.x), 0)

#define DOUBLE_FUNCTIONS_OF_4(ROW)                                                                 \
    ROW(hypot, hypot(v.x, v.y), length(v.x, v.y, 0, 0), 2 * ulp)                                   \
    ROW(rhypot, rhypot(v.x, v.y), 1 / length(v.x, v.y, 0, 0), 1 * ulp)                             \
    ROW(norm3d, norm3d(v.x, v.y, v.z), length(v.x, v.y, v.z, 0), 1 * ulp)                          \
    ROW(rnorm3d, rnorm3d(v.x, v.y, v.z), 1 / length(v.x, v.y, v.z, 0), 1 * ulp)                    \
    ROW(norm4d, norm4d(v.x, v.y, v.z, v.w), length(v.x, v.y, v.z, v.w), 1 * ulp)                   \
    ROW(rnorm4d, rnorm4d(v.x, v.y, v.z, v.w), 1 / length(v.x, v.y, v.z, v.w), 1 * ulp)             \
    ROW(norm, norm_of_4(v.x, v.y, v.z, v.w), length(v.x, v.y, v.z, v.w),                           \
        all_moderate(v) ? 8 * ulp : unspecified)                                                   \
    ROW(rnorm, rnorm_of_4(v.x, v.y, v.z, v.w), 1 / length(v.x, v.y, v.z, v.w),                     \
        all_moderate(v) ? 8 * ulp : unspecified)                                                   \
    ROW(min_of_doubles, min(v.x, v.y), smaller(v.x, v.y), 0)                                       \
    ROW(max_of_doubles, max(v.x, v.y), larger(v.x, v.y), 0)                                        \
    ROW(min_of_float_and_double, min(static_cast<float>(v.x), v.y),                                \
        smaller(static_cast<float>(v.x), v.y), 0)                                                  \
    ROW(max_of_double_and_float, max(v.x, static_cast<float>(v.y)),                                \
        larger(v.x, static_cast<float>(v.y)), 0)
// clang-format on

#define ENUMERATE(name, ...) id_##name,
#define EVALUATE(name, expression, ...)                                                            \
    case id_##name:                                                                                \
        r = expression;                                                                            \
        break;

namespace of_float {
enum { FLOAT_FUNCTIONS_OF_1(ENUMERATE) of_1, dummy = of_1 - 1, FLOAT_FUNCTIONS_OF_4(ENUMERATE) };
} // namespace of_float
namespace of_double {
enum { DOUBLE_FUNCTIONS_OF_1(ENUMERATE) of_1, dummy = of_1 - 1, DOUBLE_FUNCTIONS_OF_4(ENUMERATE) };
} // namespace of_double

template <class T> struct quadruple { T x, y, z, w; };

__global__ void evaluate_float(int which, const quadruple<float> *in, float *out, int n) {
    using namespace of_float;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const quadruple<float> v = in[i];
    float r = 0;
    switch (which) { FLOAT_FUNCTIONS_OF_1(EVALUATE) FLOAT_FUNCTIONS_OF_4(EVALUATE) }
    out[i] = r;
}

__global__ void evaluate_double(int which, const quadruple<double> *in, double *out, int n) {
    using namespace of_double;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const quadruple<double> v = in[i];
    double r = 0;
    switch (which) { DOUBLE_FUNCTIONS_OF_1(EVALUATE) DOUBLE_FUNCTIONS_OF_4(EVALUATE) }
    out[i] = r;
}

struct function_row {
    const char *name;
    int which;
    real (*reference)(const arguments &);
    real (*tolerance)(const arguments &, real ulp);
};
#define FUNCTION_ROW(name, expression, ref, ...)                                                   \
    {#name, id_##name, [](const arguments &v) -> real { return ref; },                             \
     []([[maybe_unused]] const arguments &v, [[maybe_unused]] real ulp) -> real {                  \
         return __VA_ARGS__;                                                                       \
     }},

template <class T>
static void check_functions(void (*kernel)(int, const quadruple<T> *, T *, int),
                            const std::vector<function_row> &rows,
                            const std::vector<quadruple<T>> &in) {
    for (const function_row &row : rows) {
        const std::vector<T> out = evaluate(kernel, row.which, in);
        for (size_t i = 0; i < in.size(); ++i) {
            const arguments v = {in[i].x, in[i].y, in[i].z, in[i].w};
            const real expected = row.reference(v);
            const real ulp = ulp_at<T>(expected);
            const real tolerance = row.tolerance(v, ulp);
            if (std::isnan(tolerance))
                continue;
            const real got = out[i];
            bool right;
            if (std::isnan(expected))
                right = std::isnan(got);
            else if (std::isinf(got))
                right =
                    std::signbit(got) == std::signbit(expected) &&
                    std::fabs(expected) + tolerance + 0.5L * ulp >= std::numeric_limits<T>::max();
            else
                // A little more than half an ulp, because the reference is itself rounded.
                right = std::fabs(got - expected) <= tolerance + 0.5001L * ulp;
            if (right && expected == 0 && got == 0 && (tolerance == 0 || v.x == 0))
                right = std::signbit(got) == std::signbit(expected);
            if (failed(right))
                std::printf("%s(%.17Lg, %.17Lg, %.17Lg, %.17Lg): got %.17Lg, expected %.17Lg "
                            "(off by %.3Lg ulp, allowed %.3Lg)\n",
                            row.name, v.x, v.y, v.z, v.w, got, expected,
                            std::fabs(got - expected) / ulp, tolerance / ulp + 0.5L);
        }
    }
}

// ---- arguments ----

static unsigned long long random_state = 1;
static unsigned long long random_bits() { // Knuth's MMIX generator, the two halves exchanged
    random_state = random_state * 6364136223846793005ull + 1442695040888963407ull;
    return random_state >> 32 | random_state << 32;
}
static double random_in(double low, double high) {
    return low + (high - low) * static_cast<double>(random_bits() >> 11) / 9007199254740992.0;
}

static float random_float() {
    const unsigned bits = static_cast<unsigned>(random_bits());
    float f;
    std::memcpy(&f, &bits, sizeof f);
    return f;
}
static double random_double() {
    const unsigned long long bits = random_bits();
    double d;
    std::memcpy(&d, &bits, sizeof d);
    return d;
}

template <class T> static std::vector<T> awkward_values() {
    typedef std::numeric_limits<T> limits;
    const T one = 1;
    const T values[] = {
        0,
        one / 3,
        one / 2,
        std::nextafter(one / 2, T(0)),
        std::nextafter(one / 2, one),
        std::nextafter(one, T(0)),
        one,
        std::nextafter(one, T(2)),
        T(1.5),
        std::nextafter(T(1.5), T(2)),
        std::nextafter(T(2), T(0)),
        2,
        T(2.5),
        3,
        T(3.5),
        T(3.14159265358979323846),
        T(1.57079632679489661923),
        T(0.78539816339744830962),
        4,
        10,
        T(17.25),
        T(88.7),
        T(91.9),
        100,
        T(700.5),
        T(1e-3),
        T(1e-10),
        T(1e5),
        T(1e10),
        T(1e20),
        T(1e30),
        T(4194304.5),
        T(8388607.5),
        T(16777216),
        T(16777219),
        T(2147483648.0),
        T(4294967296.0),
        T(9007199254740993.0),
        T(9223372036854775808.0),
        T(18446744073709551616.0),
        limits::denorm_min(),
        limits::denorm_min() * 3,
        limits::min() / 2,
        std::nextafter(limits::min(), T(0)),
        limits::min(),
        limits::min() * 2,
        limits::max() / 2,
        limits::max(),
        limits::infinity(),
        limits::quiet_NaN(),
    };
    std::vector<T> all;
    for (T value : values) {
        all.push_back(value);
        all.push_back(-value);
    }
    return all;
}

template <class T>
static std::vector<quadruple<T>> arguments_of_1(T (*random)(), const std::vector<T> &awkward) {
    std::vector<T> all = awkward;
    for (int i = 0; i < 200; ++i) {
        all.push_back(random());
        all.push_back(static_cast<T>(random_in(-10, 10)));
        all.push_back(static_cast<T>(random_in(-1, 1)));
        all.push_back(static_cast<T>(random_in(0, 2)));
        all.push_back(static_cast<T>(random_in(-100, 100)));
        all.push_back(static_cast<T>(std::exp2(random_in(-60, 0))));
    }
    for (int i = -20; i <= 20; ++i) {
        const T quarters = static_cast<T>(i) / 4;
        all.push_back(quarters);
        all.push_back(std::nextafter(quarters, T(100)));
        all.push_back(std::nextafter(quarters, T(-100)));
    }
    std::vector<quadruple<T>> in;
    for (T x : all)
        in.push_back({x, 0, 0, 0});
    return in;
}

template <class T>
static std::vector<quadruple<T>> arguments_of_4(T (*random)(), const std::vector<T> &awkward) {
    std::vector<quadruple<T>> in;
    const size_t n = awkward.size();
    for (size_t i = 0; i < n; ++i)
        for (size_t j = 0; j < n; ++j)
            in.push_back({awkward[i], awkward[j], awkward[(i * 7 + j) % n],
                          awkward[(j * 5 + i * 3 + 1) % n]});
    for (int i = 0; i < 1000; ++i) {
        in.push_back({random(), random(), random(), random()});
        in.push_back({static_cast<T>(random_in(0, 8)), static_cast<T>(random_in(-4, 4)),
                      static_cast<T>(random_in(-4, 4)), static_cast<T>(random_in(-4, 4))});
    }
    return in;
}

// ---- arithmetic with a stated rounding ----

enum rounding { rn, rz, ru, rd };
static const char *const rounding_names[] = {"rn", "rz", "ru", "rd"};

enum operation { op_add, op_sub, op_mul, op_div, op_fma, op_rcp, op_sqrt, operations };

#define EVALUATE_ROUNDED(op, call, parameters)                                                     \
    case op * 4 + rn:                                                                              \
        r = call##_rn parameters;                                                                  \
        break;                                                                                     \
    case op * 4 + rz:                                                                              \
        r = call##_rz parameters;                                                                  \
        break;                                                                                     \
    case op * 4 + ru:                                                                              \
        r = call##_ru parameters;                                                                  \
        break;                                                                                     \
    case op * 4 + rd:                                                                              \
        r = call##_rd parameters;                                                                  \
        break;

__global__ void evaluate_rounded_float(int which, const quadruple<float> *in, float *out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const quadruple<float> v = in[i];
    float r = 0;
    switch (which) {
        EVALUATE_ROUNDED(op_add, __fadd, (v.x, v.y))
        EVALUATE_ROUNDED(op_sub, __fsub, (v.x, v.y))
        EVALUATE_ROUNDED(op_mul, __fmul, (v.x, v.y))
        EVALUATE_ROUNDED(op_div, __fdiv, (v.x, v.y))
        EVALUATE_ROUNDED(op_fma, __fmaf, (v.x, v.y, v.z))
        EVALUATE_ROUNDED(op_rcp, __frcp, (v.x))
        EVALUATE_ROUNDED(op_sqrt, __fsqrt, (v.x))
    }
    out[i] = r;
}

__global__ void evaluate_rounded_double(int which, const quadruple<double> *in, double *out,
                                        int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const quadruple<double> v = in[i];
    double r = 0;
    switch (which) {
        EVALUATE_ROUNDED(op_add, __dadd, (v.x, v.y))
        EVALUATE_ROUNDED(op_sub, __dsub, (v.x, v.y))
        EVALUATE_ROUNDED(op_mul, __dmul, (v.x, v.y))
        EVALUATE_ROUNDED(op_div, __ddiv, (v.x, v.y))
        EVALUATE_ROUNDED(op_fma, __fma, (v.x, v.y, v.z))
        EVALUATE_ROUNDED(op_rcp, __drcp, (v.x))
        EVALUATE_ROUNDED(op_sqrt, __dsqrt, (v.x))
    }
    out[i] = r;
}

template <class T> static int sign_of(T x) {
    return (x > 0) - (x < 0);
}

// The sign of a + b - nearest, where all are exact and a + b in double is not far from nearest.
static int sign_of_rest(double a, double b, double nearest) {
    const double sum = a + b;
    if (!std::isfinite(sum))
        return 0;
    if (sum != nearest)
        return sum > nearest ? 1 : -1;
    const double b_part = sum - a;
    return sign_of((a - (sum - b_part)) + (b - b_part));
}

struct nearest_result {
    double value;
    int rest;          // sign of the exact result less `value`
    bool cancels_to_0; // a sum that is exactly 0 and whose operands have opposite signs
};

// Products of two floats and of a float's square are exact in double.
static nearest_result nearest(operation op, const quadruple<float> &v) {
    const double x = v.x, y = v.y;
    switch (op) {
    case op_add:
    case op_sub: {
        const double second = op == op_add ? y : -y;
        const float r = op == op_add ? v.x + v.y : v.x - v.y;
        return {r, sign_of_rest(x, second, r), r == 0 && std::signbit(x) != std::signbit(second)};
    }
    case op_mul: {
        const float r = v.x * v.y;
        return {r, std::isnan(r) ? 0 : sign_of(x * y - r), false};
    }
    case op_fma: {
        const float r = std::fma(v.x, v.y, v.z);
        return {r, sign_of_rest(x * y, v.z, r), r == 0 && std::signbit(x * y) != std::signbit(v.z)};
    }
    case op_div:
    case op_rcp: {
        const double dividend = op == op_div ? x : 1;
        const double divisor = op == op_div ? y : x;
        const float r = static_cast<float>(dividend) / static_cast<float>(divisor);
        if (divisor == 0 || std::isinf(dividend) || std::isnan(r))
            return {r, 0, false};
        if (std::isinf(divisor))
            return {r, 0, false};
        return {r, sign_of(dividend - r * divisor) * sign_of(divisor), false};
    }
    default: {
        const float r = std::sqrt(v.x);
        return {r, std::isfinite(r) ? sign_of(x - static_cast<double>(r) * r) : 0, false};
    }
    }
}

// For arguments whose results are far from overflow and underflow.
static nearest_result nearest(operation op, const quadruple<double> &v) {
    const double x = v.x, y = v.y, z = v.z;
    switch (op) {
    case op_add:
    case op_sub: {
        const double second = op == op_add ? y : -y;
        const double r = x + second;
        return {r, sign_of_rest(x, second, r), r == 0 && std::signbit(x) != std::signbit(second)};
    }
    case op_mul: {
        const double r = x * y;
        return {r, sign_of(std::fma(x, y, -r)), false};
    }
    case op_fma: {
        const double r = std::fma(x, y, z);
        const double product = x * y;
        const double rest_of_product = std::fma(x, y, -product);
        const double sum = product + z;
        const double z_part = sum - product;
        const double rest_of_sum = (product - (sum - z_part)) + (z - z_part);
        const real rest = static_cast<real>(sum) - r + rest_of_sum + rest_of_product;
        return {r, sign_of(rest), r == 0 && std::signbit(product) != std::signbit(z)};
    }
    case op_div:
    case op_rcp: {
        const double dividend = op == op_div ? x : 1;
        const double divisor = op == op_div ? y : x;
        const double r = dividend / divisor;
        return {r, sign_of(std::fma(-r, divisor, dividend)) * sign_of(divisor), false};
    }
    default: {
        const double r = std::sqrt(x);
        return {r, std::isnan(r) ? 0 : sign_of(std::fma(-r, r, x)), false};
    }
    }
}

// The neighbour of `nearest` that a directed rounding chooses.
template <class T> static T directed(const nearest_result &exact, rounding mode) {
    const T r = static_cast<T>(exact.value);
    if (exact.cancels_to_0 && exact.rest == 0)
        return mode == rd ? T(-0.0) : T(0.0);
    const bool up = mode == ru || (mode == rz && std::signbit(r));
    if (mode == rn || exact.rest == 0 || std::isnan(r) || (exact.rest > 0) != up)
        return r;
    if (mode == rz && r == 0)
        return r;
    return std::nextafter(r, up ? std::numeric_limits<T>::infinity()
                                : -std::numeric_limits<T>::infinity());
}

template <class T> static bool same(T a, T b) {
    return (std::isnan(a) && std::isnan(b)) || (a == b && std::signbit(a) == std::signbit(b));
}

template <class T>
static void check_rounded(const char *type, void (*kernel)(int, const quadruple<T> *, T *, int),
                          const std::vector<quadruple<T>> &in) {
    static const char *const names[] = {"add", "sub", "mul", "div", "fma", "rcp", "sqrt"};
    for (int op = 0; op < operations; ++op)
        for (int mode = rn; mode <= rd; ++mode) {
            const std::vector<T> out = evaluate(kernel, op * 4 + mode, in);
            for (size_t i = 0; i < in.size(); ++i) {
                const nearest_result exact = nearest(static_cast<operation>(op), in[i]);
                const T expected = directed<T>(exact, static_cast<rounding>(mode));
                if (failed(same(out[i], expected)))
                    std::printf("%s %s_%s(%.17g, %.17g, %.17g): got %.17g, expected %.17g\n", type,
                                names[op], rounding_names[mode], double(in[i].x), double(in[i].y),
                                double(in[i].z), double(out[i]), double(expected));
            }
        }
}

static void check_rounded_arithmetic(const std::vector<quadruple<float>> &in) {
    check_rounded("float", evaluate_rounded_float, in);

    const double values[] = {0.0,
                             1.0,
                             1 + DBL_EPSILON,
                             1 - DBL_EPSILON / 2,
                             3.0,
                             1.0 / 3,
                             0.1,
                             7.0,
                             1e10,
                             1e-20,
                             std::exp2(-53),
                             std::exp2(-54),
                             1e100,
                             1e-100,
                             2.0,
                             4503599627370497.5,
                             1.25e5,
                             123456.789};
    std::vector<quadruple<double>> moderate_doubles;
    const int n = static_cast<int>(sizeof values / sizeof values[0]);
    for (int i = 0; i < n; ++i)
        for (int j = 1; j < n; ++j)
            for (int signs = 0; signs < 8; ++signs)
                if (i > 0 || signs % 2 == 0)
                    moderate_doubles.push_back(
                        {signs & 1 ? -values[i] : values[i], signs & 2 ? -values[j] : values[j],
                         signs & 4 ? -values[(i + 3 * j) % n] : values[(i + 3 * j) % n], 0});
    for (int i = 0; i < 1000; ++i)
        moderate_doubles.push_back(
            {random_in(-3, 3), random_in(-3, 3), random_in(-3, 3) * std::exp2(i % 60 - 30), 0});
    // x * 1 - x and the like: a product and a sum that cancel.
    for (int i = 0; i < 50; ++i) {
        const double x = random_in(-3, 3), y = random_in(-3, 3);
        moderate_doubles.push_back({x, y, -(x * y), 0});
        moderate_doubles.push_back({x, 1, -x, 0});
        moderate_doubles.push_back({x, -x, 0, 0});
    }
    // Division by zero is exact, but its rest cannot be told by multiplication.
    std::vector<quadruple<double>> nonzero;
    for (const quadruple<double> &v : moderate_doubles)
        if (v.x != 0)
            nonzero.push_back(v);
    check_rounded("double", evaluate_rounded_double, nonzero);

    // Overflow and underflow: the last argument is the expected result in the order rn rz ru rd.
    struct edge {
        operation op;
        double x, y, z;
        double expected[4];
    };
    const double max = DBL_MAX, inf = HUGE_VAL, tiny = 4.9406564584124654e-324;
    const edge edges[] = {
        {op_add, max, max, 0, {inf, max, inf, max}},
        {op_sub, -max, max, 0, {-inf, -max, -max, -inf}},
        {op_mul, max, 2, 0, {inf, max, inf, max}},
        {op_mul, tiny, 0.5, 0, {0, 0, tiny, 0}},
        {op_mul, -tiny, 0.25, 0, {-0.0, -0.0, -0.0, -tiny}},
        {op_div, max, 0.5, 0, {inf, max, inf, max}},
        {op_div, tiny, 3, 0, {0, 0, tiny, 0}},
        {op_div, 1, 0, 0, {inf, inf, inf, inf}},
        {op_div, 1, -0.0, 0, {-inf, -inf, -inf, -inf}},
        {op_fma, max, 2, -max, {max, max, max, max}},
        {op_fma, max, 2, max, {inf, max, inf, max}},
        {op_fma, tiny, 0.5, 1, {1, 1, 1 + DBL_EPSILON, 1}},
        {op_fma, -tiny, 0.5, 1, {1, 1 - DBL_EPSILON / 2, 1, 1 - DBL_EPSILON / 2}},
        {op_rcp, 0, 0, 0, {inf, inf, inf, inf}},
        {op_rcp, tiny, 0, 0, {inf, max, inf, max}},
        {op_sqrt, -0.0, 0, 0, {-0.0, -0.0, -0.0, -0.0}},
        {op_sqrt, tiny, 0, 0, {std::sqrt(tiny), std::sqrt(tiny), std::sqrt(tiny), std::sqrt(tiny)}},
    };
    for (const edge &e : edges)
        for (int mode = rn; mode <= rd; ++mode) {
            const std::vector<quadruple<double>> one = {{e.x, e.y, e.z, 0}};
            const double got = evaluate(evaluate_rounded_double, e.op * 4 + mode, one)[0];
            if (failed(same(got, e.expected[mode])))
                std::printf("double operation %d _%s(%.17g, %.17g, %.17g): got %.17g, expected "
                            "%.17g\n",
                            e.op, rounding_names[mode], e.x, e.y, e.z, got, e.expected[mode]);
        }
}

// Two roundings, where a fused multiply-add would round once.
__global__ void multiply_then_add(const double *in, double *out) {
    out[0] = __dadd_rn(__dmul_rn(in[0], in[1]), in[2]);
    out[1] = __fadd_rn(__fmul_rn(static_cast<float>(in[3]), static_cast<float>(in[4])),
                       static_cast<float>(in[5]));
}

static void check_unfused() {
    const double in[] = {1 + DBL_EPSILON, 1 - DBL_EPSILON, -1,
                         1 + FLT_EPSILON, 1 - FLT_EPSILON, -1};
    double out[2] = {1, 1};
    double *device_in = nullptr, *device_out = nullptr;
    CHECK(cudaMalloc(reinterpret_cast<void **>(&device_in), sizeof in));
    CHECK(cudaMalloc(reinterpret_cast<void **>(&device_out), sizeof out));
    CHECK(cudaMemcpy(device_in, in, sizeof in, cudaMemcpyHostToDevice));
    multiply_then_add<<<1, 1>>>(device_in, device_out);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(out, device_out, sizeof out, cudaMemcpyDeviceToHost));
    CHECK(cudaFree(device_in));
    CHECK(cudaFree(device_out));
    expect("__dadd_rn(__dmul_rn(a, b), c)", out[0] == 0);
    expect("__fadd_rn(__fmul_rn(a, b), c)", out[1] == 0);
}

// ---- conversions ----

// ROW(name without rounding, result, argument)
#define CONVERSIONS_FROM_FLOAT(ROW)                                                                \
    ROW(__float2int, int)                                                                          \
    ROW(__float2uint, unsigned)                                                                    \
    ROW(__float2ll, long long)                                                                     \
    ROW(__float2ull, unsigned long long)
#define CONVERSIONS_FROM_DOUBLE(ROW)                                                               \
    ROW(__double2int, int)                                                                         \
    ROW(__double2uint, unsigned)                                                                   \
    ROW(__double2ll, long long)                                                                    \
    ROW(__double2ull, unsigned long long)
#define CONVERSIONS_TO_FLOAT(ROW)                                                                  \
    ROW(__int2float, int)                                                                          \
    ROW(__uint2float, unsigned)                                                                    \
    ROW(__ll2float, long long)                                                                     \
    ROW(__ull2float, unsigned long long)
#define CONVERSIONS_TO_DOUBLE(ROW)                                                                 \
    ROW(__ll2double, long long)                                                                    \
    ROW(__ull2double, unsigned long long)

enum {
    CONVERSIONS_FROM_FLOAT(ENUMERATE) CONVERSIONS_FROM_DOUBLE(ENUMERATE)
        CONVERSIONS_TO_FLOAT(ENUMERATE) CONVERSIONS_TO_DOUBLE(ENUMERATE) id___double2float,
    id___int2double,
    id___uint2double
};

#define EVALUATE_TO_INTEGER(name, type) EVALUATE_ROUNDED(id_##name, name, (x))
#define EVALUATE_FROM_INTEGER(name, type) EVALUATE_ROUNDED(id_##name, name, (static_cast<type>(x)))

__global__ void convert_float(int which, const float *in, unsigned long long *out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const float x = in[i];
    unsigned long long r = 0;
    switch (which) { CONVERSIONS_FROM_FLOAT(EVALUATE_TO_INTEGER) }
    out[i] = r;
}

__global__ void convert_double(int which, const double *in, unsigned long long *out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const double x = in[i];
    unsigned long long r = 0;
    switch (which) { CONVERSIONS_FROM_DOUBLE(EVALUATE_TO_INTEGER) }
    out[i] = r;
}

__global__ void convert_integer(int which, const unsigned long long *in, double *out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const unsigned long long x = in[i];
    double r = 0;
    switch (which) {
        CONVERSIONS_TO_FLOAT(EVALUATE_FROM_INTEGER)
        CONVERSIONS_TO_DOUBLE(EVALUATE_FROM_INTEGER)
    case id___int2double * 4 + rn:
        r = __int2double_rn(static_cast<int>(x));
        break;
    case id___uint2double * 4 + rn:
        r = __uint2double_rn(static_cast<unsigned>(x));
        break;
    }
    out[i] = r;
}

__global__ void narrow(int which, const double *in, float *out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const double x = in[i];
    float r = 0;
    switch (which) { EVALUATE_ROUNDED(id___double2float, __double2float, (x)) }
    out[i] = r;
}

static real rounded_to_integer(real x, int mode) {
    return mode == rn   ? std::rint(x)
           : mode == rz ? std::trunc(x)
           : mode == ru ? std::ceil(x)
                        : std::floor(x);
}

// Out of range goes to the nearest bound; NaN to 0 between 32-bit types, else to the sign bit.
template <class To, class From> static unsigned long long converted(From x, int mode) {
    typedef std::numeric_limits<To> limits;
    const int bits = limits::digits + (limits::is_signed ? 1 : 0);
    To result;
    const real r = rounded_to_integer(x, mode);
    if (std::isnan(x))
        result = bits == 32 && sizeof(From) == 4 ? To(0) : static_cast<To>(To(1) << (bits - 1));
    else if (r >= static_cast<real>(limits::max()))
        result = limits::max();
    else if (r <= static_cast<real>(limits::min()))
        result = limits::min();
    else
        result = static_cast<To>(r);
    return static_cast<unsigned long long>(result);
}

template <class To, class From>
static void check_to_integer(const char *name, int which,
                             void (*kernel)(int, const From *, unsigned long long *, int),
                             const std::vector<From> &in) {
    for (int mode = rn; mode <= rd; ++mode) {
        const std::vector<unsigned long long> out = evaluate(kernel, which * 4 + mode, in);
        for (size_t i = 0; i < in.size(); ++i) {
            const unsigned long long expected = converted<To>(in[i], mode);
            if (failed(out[i] == expected))
                std::printf("%s_%s(%.17g): got %#llx, expected %#llx\n", name, rounding_names[mode],
                            double(in[i]), out[i], expected);
        }
    }
}

template <class To, class From>
static void check_from_integer(const char *name, int which,
                               const std::vector<unsigned long long> &in, int last_mode = rd) {
    for (int mode = rn; mode <= last_mode; ++mode) {
        const std::vector<double> out = evaluate(convert_integer, which * 4 + mode, in);
        for (size_t i = 0; i < in.size(); ++i) {
            const From x = static_cast<From>(in[i]);
            const To r = static_cast<To>(x);
            // 64-bit integers are exact in a long double of 64 bits or more.
            const nearest_result exact = {static_cast<double>(r),
                                          sign_of(static_cast<real>(x) - static_cast<real>(r)),
                                          false};
            const To expected = directed<To>(exact, static_cast<rounding>(mode));
            if (failed(same(out[i], static_cast<double>(expected))))
                std::printf("%s_%s(%#llx): got %.17g, expected %.17g\n", name, rounding_names[mode],
                            in[i], out[i], double(expected));
        }
    }
}

static void check_conversions(const std::vector<float> &floats, const std::vector<double> &doubles,
                              const std::vector<unsigned long long> &integers) {
    std::vector<float> from_float = floats;
    std::vector<double> from_double = doubles;
    for (double bound : {32768.0, 16777216.0, 2147483648.0, 4294967296.0, 9007199254740992.0,
                         9223372036854775808.0, 18446744073709551616.0})
        for (int sign = -1; sign <= 1; sign += 2) {
            const double at = sign * bound;
            for (double offset : {-1.5, -1.0, -0.5, 0.5, 1.0, 1.5})
                from_double.push_back(at + offset);
            from_double.push_back(std::nextafter(at, 0.0));
            from_double.push_back(std::nextafter(at, 2 * at));
            from_float.push_back(std::nextafter(static_cast<float>(at), 0.0f));
            from_float.push_back(
                std::nextafter(static_cast<float>(at), static_cast<float>(2 * at)));
        }
    for (int i = 0; i < 500; ++i) {
        from_float.push_back(static_cast<float>(random_in(-3, 3) * std::exp2(i % 70)));
        from_double.push_back(random_in(-3, 3) * std::exp2(i % 70));
    }
#define CHECK_FROM_FLOAT(name, type)                                                               \
    check_to_integer<type>(#name, id_##name, convert_float, from_float);
#define CHECK_FROM_DOUBLE(name, type)                                                              \
    check_to_integer<type>(#name, id_##name, convert_double, from_double);
#define CHECK_TO_FLOAT(name, type) check_from_integer<float, type>(#name, id_##name, integers);
#define CHECK_TO_DOUBLE(name, type) check_from_integer<double, type>(#name, id_##name, integers);
    CONVERSIONS_FROM_FLOAT(CHECK_FROM_FLOAT)
    CONVERSIONS_FROM_DOUBLE(CHECK_FROM_DOUBLE)
    CONVERSIONS_TO_FLOAT(CHECK_TO_FLOAT)
    CONVERSIONS_TO_DOUBLE(CHECK_TO_DOUBLE)
    check_from_integer<double, int>("__int2double", id___int2double, integers, rn);
    check_from_integer<double, unsigned>("__uint2double", id___uint2double, integers, rn);

    for (float f : floats) {
        from_double.push_back(f);
        from_double.push_back(std::nextafter(static_cast<double>(f), HUGE_VAL));
    }
    for (int mode = rn; mode <= rd; ++mode) {
        const std::vector<float> out = evaluate(narrow, id___double2float * 4 + mode, from_double);
        for (size_t i = 0; i < out.size(); ++i) {
            const double x = from_double[i];
            const float r = static_cast<float>(x);
            const nearest_result exact = {r,
                                          x > static_cast<double>(r)   ? 1
                                          : x < static_cast<double>(r) ? -1
                                                                       : 0,
                                          false};
            const float expected = directed<float>(exact, static_cast<rounding>(mode));
            if (failed(same(out[i], expected)))
                std::printf("__double2float_%s(%.17g): got %.9g, expected %.9g\n",
                            rounding_names[mode], x, double(out[i]), double(expected));
        }
    }
}

// ---- integers ----

static unsigned bit_at(unsigned long long x, int i) {
    return static_cast<unsigned>(x >> i & 1);
}

static unsigned bits_set(unsigned long long x) {
    unsigned count = 0;
    for (int i = 0; i < 64; ++i)
        count += bit_at(x, i);
    return count;
}
static unsigned leading_zeros(unsigned long long x, int width) {
    unsigned count = 0;
    for (int i = width - 1; i >= 0 && bit_at(x, i) == 0; --i)
        ++count;
    return count;
}
static unsigned first_set(unsigned long long x) {
    for (int i = 0; i < 64; ++i)
        if (bit_at(x, i))
            return static_cast<unsigned>(i + 1);
    return 0;
}
static unsigned long long reversed(unsigned long long x, int width) {
    unsigned long long result = 0;
    for (int i = 0; i < width; ++i)
        result |= static_cast<unsigned long long>(bit_at(x, i)) << (width - 1 - i);
    return result;
}
static unsigned permuted(unsigned a, unsigned b, unsigned selector) {
    unsigned char bytes[8];
    for (int i = 0; i < 4; ++i) {
        bytes[i] = static_cast<unsigned char>(a >> 8 * i);
        bytes[4 + i] = static_cast<unsigned char>(b >> 8 * i);
    }
    unsigned result = 0;
    for (int i = 3; i >= 0; --i)
        result = result << 8 | bytes[selector >> 4 * i & 7];
    return result;
}
static long long low_24_bits(unsigned x) {
    const long long low = x & 0xffffff;
    return low >= 0x800000 ? low - 0x1000000 : low;
}
static unsigned upper_half(long long product) {
    return static_cast<unsigned>(product >> 32);
}
static unsigned long long upper_half_of_product(unsigned long long a, unsigned long long b) {
    const unsigned long long mask = 0xffffffffull;
    const unsigned long long low = (a & mask) * (b & mask);
    const unsigned long long middle_1 = (a >> 32) * (b & mask) + (low >> 32);
    const unsigned long long middle_2 = (a & mask) * (b >> 32) + (middle_1 & mask);
    return (a >> 32) * (b >> 32) + (middle_1 >> 32) + (middle_2 >> 32);
}
static unsigned long long upper_half_of_signed_product(unsigned long long a, unsigned long long b) {
    return upper_half_of_product(a, b) - (a >> 63 ? b : 0) - (b >> 63 ? a : 0);
}
static long long s(unsigned x) {
    return static_cast<int>(x);
}
static long long half_rounded_down(long long x) {
    return (x - (x & 1)) / 2;
}
static long long magnitude(long long x) {
    return x < 0 ? -x : x;
}

// Bit by bit: the result of shifting high:low left by `distance`, upper word.
static unsigned funnel_left(unsigned low, unsigned high, unsigned distance) {
    unsigned result = 0;
    for (int i = 0; i < 32; ++i) {
        const int from = 32 + i - static_cast<int>(distance);
        result |= (from >= 32 ? bit_at(high, from - 32) : bit_at(low, from)) << i;
    }
    return result;
}
static unsigned funnel_right(unsigned low, unsigned high, unsigned distance) {
    unsigned result = 0;
    for (int i = 0; i < 32; ++i) {
        const int from = i + static_cast<int>(distance);
        result |= (from >= 32 ? bit_at(high, from - 32) : bit_at(low, from)) << i;
    }
    return result;
}

// Element i of a word seen as integers of `bits` bits.
static long long element(unsigned word, int i, int bits, bool is_signed) {
    const long long modulus = 1ll << bits;
    const long long x = word >> bits * i & (modulus - 1);
    return is_signed && x >= modulus / 2 ? x - modulus : x;
}
static unsigned dot(unsigned a, int a_bits, unsigned b, int b_first, int terms, bool is_signed,
                    unsigned c) {
    long long sum = c;
    for (int i = 0; i < terms; ++i)
        sum += element(a, i, a_bits, is_signed) * element(b, b_first + i, 8, is_signed);
    return static_cast<unsigned>(sum);
}
template <class Function>
static unsigned each(unsigned a, unsigned b, int bits, bool is_signed, Function f) {
    unsigned result = 0;
    for (int i = 0; i < 32 / bits; ++i) {
        const long long r = f(element(a, i, bits, is_signed), element(b, i, bits, is_signed));
        result |= static_cast<unsigned>(r & ((1ll << bits) - 1)) << bits * i;
    }
    return result;
}
static long long saturated(long long x, int bits, bool is_signed) {
    const long long high = is_signed ? (1ll << (bits - 1)) - 1 : (1ll << bits) - 1;
    const long long low = is_signed ? -(1ll << (bits - 1)) : 0;
    return std::min(std::max(x, low), high);
}
static unsigned sum_of_differences(unsigned a, unsigned b, int bits, bool is_signed) {
    long long sum = 0;
    for (int i = 0; i < 32 / bits; ++i)
        sum += magnitude(element(a, i, bits, is_signed) - element(b, i, bits, is_signed));
    return static_cast<unsigned>(sum);
}
static unsigned nth_set(unsigned mask, unsigned base, int offset) {
    std::vector<unsigned> positions;
    if (offset == 0)
        return bit_at(mask, static_cast<int>(base)) ? base : ~0u;
    for (unsigned i = 0; i < 32; ++i)
        if (bit_at(mask, static_cast<int>(i)) && (offset > 0 ? i >= base : i <= base))
            positions.push_back(i);
    if (offset < 0)
        std::reverse(positions.begin(), positions.end());
    const size_t n = static_cast<size_t>(offset < 0 ? -offset : offset);
    return n <= positions.size() ? positions[n - 1] : ~0u;
}

// Rounding of a signed average's half is away from zero.
static long long average(long long sum) {
    return sum >= 0 ? (sum + 1) / 2 : -((-sum + 1) / 2);
}

// clang-format off
#define SIMD_ROW(ROW, name, bits, is_signed, ...)                                                  \
    ROW(name, name(a, b), each(a, b, bits, is_signed,                                              \
        []([[maybe_unused]] long long x, [[maybe_unused]] long long y) -> long long {              \
            return __VA_ARGS__; }))
#define SIMD_ROWS(ROW, name, is_signed, ...)                                                       \
    SIMD_ROW(ROW, name##2, 16, is_signed, __VA_ARGS__)                                             \
    SIMD_ROW(ROW, name##4, 8, is_signed, __VA_ARGS__)
#define SATURATING_ROWS(ROW, name, is_signed, ...)                                                 \
    SIMD_ROW(ROW, name##2, 16, is_signed, saturated(__VA_ARGS__, 16, is_signed))                   \
    SIMD_ROW(ROW, name##4, 8, is_signed, saturated(__VA_ARGS__, 8, is_signed))
#define SIMD_ROWS_OF_1(ROW, name, ...)                                                             \
    ROW(name##2, name##2(a), each(a, 0, 16, true, [](long long x, long long) -> long long {        \
        [[maybe_unused]] const int bits = 16; return __VA_ARGS__; }))                              \
    ROW(name##4, name##4(a), each(a, 0, 8, true, [](long long x, long long) -> long long {         \
        [[maybe_unused]] const int bits = 8; return __VA_ARGS__; }))
#define COMPARISON_ROWS(ROW, suffix, is_signed, ...)                                               \
    SIMD_ROWS(ROW, __vcmp##suffix, is_signed, (__VA_ARGS__) ? -1 : 0)                              \
    SIMD_ROWS(ROW, __vset##suffix, is_signed, (__VA_ARGS__) ? 1 : 0)

#define WORD_FUNCTIONS(ROW)                                                                        \
    ROW(__popc, __popc(a), bits_set(a))                                                            \
    ROW(__clz, __clz(static_cast<int>(a)), leading_zeros(a, 32))                                   \
    ROW(__ffs, __ffs(static_cast<int>(a)), first_set(a))                                           \
    ROW(__brev, __brev(a), reversed(a, 32))                                                        \
    ROW(__byte_perm, __byte_perm(a, b, c), permuted(a, b, c))                                      \
    ROW(__fns, __fns(a, b & 31, static_cast<int>(c % 9) - 4),                                      \
        nth_set(a, b & 31, static_cast<int>(c % 9) - 4))                                           \
    ROW(__mul24, __mul24(static_cast<int>(a), static_cast<int>(b)),                                \
        low_24_bits(a) * low_24_bits(b))                                                           \
    ROW(__umul24, __umul24(a, b), (a & 0xffffff) * (b & 0xffffff))                                 \
    ROW(__mulhi, __mulhi(static_cast<int>(a), static_cast<int>(b)), upper_half(s(a) * s(b)))       \
    ROW(__umulhi, __umulhi(a, b), (static_cast<unsigned long long>(a) * b) >> 32)                  \
    ROW(__sad, __sad(static_cast<int>(a), static_cast<int>(b), c), magnitude(s(a) - s(b)) + c)     \
    ROW(__usad, __usad(a, b, c), (a < b ? b - a : a - b) + c)                                      \
    ROW(__hadd, __hadd(static_cast<int>(a), static_cast<int>(b)), half_rounded_down(s(a) + s(b)))  \
    ROW(__rhadd, __rhadd(static_cast<int>(a), static_cast<int>(b)),                                \
        half_rounded_down(s(a) + s(b) + 1))                                                        \
    ROW(__uhadd, __uhadd(a, b), (0ull + a + b) / 2)                                                \
    ROW(__urhadd, __urhadd(a, b), (1ull + a + b) / 2)                                              \
    ROW(__funnelshift_l, __funnelshift_l(a, b, c), funnel_left(a, b, c % 32))                      \
    ROW(__funnelshift_lc, __funnelshift_lc(a, b, c), funnel_left(a, b, std::min(c, 32u)))          \
    ROW(__funnelshift_r, __funnelshift_r(a, b, c), funnel_right(a, b, c % 32))                     \
    ROW(__funnelshift_rc, __funnelshift_rc(a, b, c), funnel_right(a, b, std::min(c, 32u)))         \
    ROW(__dp4a_signed, __dp4a(static_cast<int>(a), static_cast<int>(b), static_cast<int>(c)),      \
        dot(a, 8, b, 0, 4, true, c))                                                               \
    ROW(__dp4a_unsigned, __dp4a(a, b, c), dot(a, 8, b, 0, 4, false, c))                            \
    ROW(__dp4a_of_char4, __dp4a(make_char4(static_cast<signed char>(a), -128, 127, 1),             \
                                make_char4(static_cast<signed char>(b), -128, 127, 2),             \
                                static_cast<int>(c)),                                              \
        element(a, 0, 8, true) * element(b, 0, 8, true) + 16384 + 16129 + 2 + c)                   \
    ROW(__dp4a_of_uchar4, __dp4a(make_uchar4(static_cast<unsigned char>(a), 255, 1, 2),            \
                                 make_uchar4(static_cast<unsigned char>(b), 255, 3, 4), c),        \
        element(a, 0, 8, false) * element(b, 0, 8, false) + 65025 + 3 + 8 + c)                     \
    ROW(__dp2a_lo_signed, __dp2a_lo(static_cast<int>(a), static_cast<int>(b), static_cast<int>(c)),\
        dot(a, 16, b, 0, 2, true, c))                                                              \
    ROW(__dp2a_hi_signed, __dp2a_hi(static_cast<int>(a), static_cast<int>(b), static_cast<int>(c)),\
        dot(a, 16, b, 2, 2, true, c))                                                              \
    ROW(__dp2a_lo_unsigned, __dp2a_lo(a, b, c), dot(a, 16, b, 0, 2, false, c))                     \
    ROW(__dp2a_hi_unsigned, __dp2a_hi(a, b, c), dot(a, 16, b, 2, 2, false, c))                     \
    ROW(min_of_ints, min(static_cast<int>(a), static_cast<int>(b)), std::min(s(a), s(b)))          \
    ROW(max_of_ints, max(static_cast<int>(a), static_cast<int>(b)), std::max(s(a), s(b)))          \
    ROW(min_of_unsigneds, min(a, b), std::min(a, b))                                               \
    ROW(max_of_unsigneds, max(a, b), std::max(a, b))                                               \
    ROW(min_of_int_and_unsigned, min(static_cast<int>(a), b), std::min(a, b))                      \
    ROW(max_of_unsigned_and_int, max(a, static_cast<int>(b)), std::max(a, b))                      \
    ROW(umin, umin(a, b), std::min(a, b))                                                          \
    ROW(umax, umax(a, b), std::max(a, b))                                                          \
    ROW(abs_of_int, abs(static_cast<int>(a | 1)), magnitude(s(a | 1)))                             \
    ROW(__int_as_float, __float_as_int(__int_as_float(static_cast<int>(a))), a)                    \
    ROW(__uint_as_float, __float_as_uint(__uint_as_float(a)), a)                                   \
    ROW(__double2hiint, __double2hiint(__hiloint2double(static_cast<int>(a),                       \
                                                        static_cast<int>(b))), a)                  \
    ROW(__double2loint, __double2loint(__hiloint2double(static_cast<int>(a),                       \
                                                        static_cast<int>(b))), b)                  \
    ROW(__vsads2, __vsads2(a, b), sum_of_differences(a, b, 16, true))                              \
    ROW(__vsads4, __vsads4(a, b), sum_of_differences(a, b, 8, true))                               \
    ROW(__vsadu2, __vsadu2(a, b), sum_of_differences(a, b, 16, false))                             \
    ROW(__vsadu4, __vsadu4(a, b), sum_of_differences(a, b, 8, false))                              \
    SIMD_ROWS(ROW, __vadd, false, x + y)                                                           \
    SATURATING_ROWS(ROW, __vaddss, true, x + y)                                                    \
    SATURATING_ROWS(ROW, __vaddus, false, x + y)                                                   \
    SIMD_ROWS(ROW, __vsub, false, x - y)                                                           \
    SATURATING_ROWS(ROW, __vsubss, true, x - y)                                                    \
    SATURATING_ROWS(ROW, __vsubus, false, x - y)                                                   \
    SIMD_ROWS(ROW, __vhaddu, false, (x + y) / 2)                                                   \
    SIMD_ROWS(ROW, __vavgu, false, (x + y + 1) / 2)                                                \
    SIMD_ROWS(ROW, __vavgs, true, average(x + y))                                                  \
    SIMD_ROWS(ROW, __vabsdiffs, true, magnitude(x - y))                                            \
    SIMD_ROWS(ROW, __vabsdiffu, false, magnitude(x - y))                                           \
    SIMD_ROWS(ROW, __vmaxs, true, std::max(x, y))                                                  \
    SIMD_ROWS(ROW, __vmaxu, false, std::max(x, y))                                                 \
    SIMD_ROWS(ROW, __vmins, true, std::min(x, y))                                                  \
    SIMD_ROWS(ROW, __vminu, false, std::min(x, y))                                                 \
    SIMD_ROWS_OF_1(ROW, __vabs, magnitude(x))                                                      \
    SIMD_ROWS_OF_1(ROW, __vabsss, saturated(magnitude(x), bits, true))                             \
    SIMD_ROWS_OF_1(ROW, __vneg, -x)                                                                \
    SIMD_ROWS_OF_1(ROW, __vnegss, saturated(-x, bits, true))                                       \
    COMPARISON_ROWS(ROW, eq, false, x == y)                                                        \
    COMPARISON_ROWS(ROW, ne, false, x != y)                                                        \
    COMPARISON_ROWS(ROW, ges, true, x >= y)                                                        \
    COMPARISON_ROWS(ROW, geu, false, x >= y)                                                       \
    COMPARISON_ROWS(ROW, gts, true, x > y)                                                         \
    COMPARISON_ROWS(ROW, gtu, false, x > y)                                                        \
    COMPARISON_ROWS(ROW, les, true, x <= y)                                                        \
    COMPARISON_ROWS(ROW, leu, false, x <= y)                                                       \
    COMPARISON_ROWS(ROW, lts, true, x < y)                                                         \
    COMPARISON_ROWS(ROW, ltu, false, x < y)

#define LONG_FUNCTIONS(ROW)                                                                        \
    ROW(__popcll, __popcll(a), bits_set(a))                                                        \
    ROW(__clzll, __clzll(static_cast<long long>(a)), leading_zeros(a, 64))                         \
    ROW(__ffsll, __ffsll(static_cast<long long>(a)), first_set(a))                                 \
    ROW(__brevll, __brevll(a), reversed(a, 64))                                                    \
    ROW(__mul64hi, __mul64hi(static_cast<long long>(a), static_cast<long long>(b)),                \
        upper_half_of_signed_product(a, b))                                                        \
    ROW(__umul64hi, __umul64hi(a, b), upper_half_of_product(a, b))                                 \
    ROW(min_of_long_longs, min(static_cast<long long>(a), static_cast<long long>(b)),              \
        std::min(static_cast<long long>(a), static_cast<long long>(b)))                            \
    ROW(max_of_long_longs, max(static_cast<long long>(a), static_cast<long long>(b)),              \
        std::max(static_cast<long long>(a), static_cast<long long>(b)))                            \
    ROW(min_of_unsigned_long_longs, min(a, b), std::min(a, b))                                     \
    ROW(max_of_unsigned_long_longs, max(a, b), std::max(a, b))                                     \
    ROW(min_of_mixed_long_longs, min(static_cast<long long>(a), b), std::min(a, b))                \
    ROW(max_of_mixed_long_longs, max(a, static_cast<long long>(b)), std::max(a, b))                \
    ROW(min_of_longs, min(static_cast<long>(a), static_cast<long>(b)),                             \
        std::min(static_cast<long>(a), static_cast<long>(b)))                                      \
    ROW(max_of_longs, max(static_cast<long>(a), static_cast<long>(b)),                             \
        std::max(static_cast<long>(a), static_cast<long>(b)))                                      \
    ROW(min_of_mixed_longs, min(static_cast<unsigned long>(a), static_cast<long>(b)),              \
        std::min(static_cast<unsigned long>(a), static_cast<unsigned long>(b)))                    \
    ROW(llmin, llmin(static_cast<long long>(a), static_cast<long long>(b)),                        \
        std::min(static_cast<long long>(a), static_cast<long long>(b)))                            \
    ROW(llmax, llmax(static_cast<long long>(a), static_cast<long long>(b)),                        \
        std::max(static_cast<long long>(a), static_cast<long long>(b)))                            \
    ROW(ullmin, ullmin(a, b), std::min(a, b))                                                      \
    ROW(ullmax, ullmax(a, b), std::max(a, b))                                                      \
    ROW(__longlong_as_double, __double_as_longlong(__longlong_as_double(                           \
        static_cast<long long>(a))), a)
// clang-format on

namespace of_words {
enum { WORD_FUNCTIONS(ENUMERATE) };
} // namespace of_words
namespace of_longs {
enum { LONG_FUNCTIONS(ENUMERATE) };
} // namespace of_longs

// The casts keep the low 32 bits of results, signed or not.
#define EVALUATE_WORD(name, expression, ...)                                                       \
    case id_##name:                                                                                \
        r = static_cast<unsigned>(expression);                                                     \
        break;
#define EVALUATE_LONG(name, expression, ...)                                                       \
    case id_##name:                                                                                \
        r = static_cast<unsigned long long>(expression);                                           \
        break;

__global__ void evaluate_words(int which, const uint4 *in, unsigned *out, int n) {
    using namespace of_words;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const unsigned a = in[i].x, b = in[i].y, c = in[i].z;
    unsigned r = 0;
    switch (which) { WORD_FUNCTIONS(EVALUATE_WORD) }
    out[i] = r;
}

__global__ void evaluate_longs(int which, const ulonglong2 *in, unsigned long long *out, int n) {
    using namespace of_longs;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const unsigned long long a = in[i].x, b = in[i].y;
    unsigned long long r = 0;
    switch (which) { LONG_FUNCTIONS(EVALUATE_LONG) }
    out[i] = r;
}

struct word_row {
    const char *name;
    int which;
    unsigned (*reference)(unsigned a, unsigned b, unsigned c);
};
#define WORD_ROW(name, expression, ...)                                                            \
    {#name, id_##name,                                                                             \
     []([[maybe_unused]] unsigned a, [[maybe_unused]] unsigned b,                                  \
        [[maybe_unused]] unsigned c) -> unsigned { return static_cast<unsigned>(__VA_ARGS__); }},
struct long_row {
    const char *name;
    int which;
    unsigned long long (*reference)(unsigned long long a, unsigned long long b);
};
#define LONG_ROW(name, expression, ...)                                                            \
    {#name, id_##name,                                                                             \
     []([[maybe_unused]] unsigned long long a, [[maybe_unused]] unsigned long long b)              \
         -> unsigned long long { return static_cast<unsigned long long>(__VA_ARGS__); }},

static void check_words() {
    using namespace of_words;
    static const word_row rows[] = {WORD_FUNCTIONS(WORD_ROW)};
    const unsigned values[] = {0,          1,          2,          0x7f,       0x80,
                               0xff,       0x7fff,     0x8000,     0xffff,     0x7fffff,
                               0x800000,   0xffffff,   0x7fffffff, 0x80000000, 0x80000001,
                               0xffffffff, 0xfffffffe, 0x80808080, 0x7f7f7f7f, 0x80007fff,
                               0x12345678, 0xdeadbeef, 0x00ff00ff, 0x55555555};
    const unsigned thirds[] = {0, 1, 5, 31, 32, 33, 0x3210, 0x7654, 0xfedc, 0x04152637, 0xffffffff};
    std::vector<uint4> in;
    size_t k = 0;
    for (unsigned a : values)
        for (unsigned b : values) {
            in.push_back(make_uint4(a, b, thirds[k++ % (sizeof thirds / sizeof thirds[0])], 0));
            in.push_back(make_uint4(a, b, thirds[k++ % (sizeof thirds / sizeof thirds[0])], 0));
        }
    for (int i = 0; i < 500; ++i)
        in.push_back(make_uint4(static_cast<unsigned>(random_bits()),
                                static_cast<unsigned>(random_bits()),
                                static_cast<unsigned>(random_bits() >> (i % 60)), 0));
    for (const word_row &row : rows) {
        const std::vector<unsigned> out = evaluate(evaluate_words, row.which, in);
        for (size_t i = 0; i < in.size(); ++i) {
            const unsigned expected = row.reference(in[i].x, in[i].y, in[i].z);
            if (failed(out[i] == expected))
                std::printf("%s(%#x, %#x, %#x): got %#x, expected %#x\n", row.name, in[i].x,
                            in[i].y, in[i].z, out[i], expected);
        }
    }
}

static void check_longs(const std::vector<unsigned long long> &values) {
    using namespace of_longs;
    static const long_row rows[] = {LONG_FUNCTIONS(LONG_ROW)};
    std::vector<ulonglong2> in;
    for (size_t i = 0; i < values.size(); ++i)
        for (size_t j = 0; j < values.size(); j += 1 + i % 3)
            in.push_back(make_ulonglong2(values[i], values[j]));
    for (const long_row &row : rows) {
        const std::vector<unsigned long long> out = evaluate(evaluate_longs, row.which, in);
        for (size_t i = 0; i < in.size(); ++i) {
            const unsigned long long expected = row.reference(in[i].x, in[i].y);
            if (failed(out[i] == expected))
                std::printf("%s(%#llx, %#llx): got %#llx, expected %#llx\n", row.name, in[i].x,
                            in[i].y, out[i], expected);
        }
    }
}

// ---- loads, stores, clocks, constants ----

const int copies = 10;

__global__ void copy(int which, const float4 *in, float4 *out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    switch (which) {
    case 0:
        out[i] = __ldg(in + i);
        break;
    case 1:
        out[i] = __ldca(in + i);
        break;
    case 2:
        out[i] = __ldcg(in + i);
        break;
    case 3:
        out[i] = __ldcs(in + i);
        break;
    case 4:
        out[i] = __ldlu(in + i);
        break;
    case 5:
        out[i] = __ldcv(in + i);
        break;
    case 6:
        __stwb(out + i, in[i]);
        break;
    case 7:
        __stcg(&out[i].x, in[i].x);
        __stcg(&out[i].y, __ldg(&in[i].y));
        __stcg(reinterpret_cast<float2 *>(&out[i].z),
               __ldcg(reinterpret_cast<const float2 *>(&in[i].z)));
        break;
    case 8:
        __stcs(out + i, in[i]);
        break;
    case 9:
        __stwt(out + i, in[i]);
        break;
    }
}

static void check_copies() {
    std::vector<float4> in;
    for (int i = 0; i < 300; ++i)
        in.push_back(make_float4(i + 0.25f, i + 0.5f, -i - 0.75f, 1e6f + i));
    for (int which = 0; which < copies; ++which) {
        const std::vector<float4> out = evaluate(copy, which, in);
        if (failed(std::memcmp(in.data(), out.data(), in.size() * sizeof in[0]) == 0))
            std::printf("load or store number %d does not copy\n", which);
    }
}

const int constants = 18;

__global__ void list_constants(double *out) {
    out[0] = CUDART_INF_F;
    out[1] = CUDART_NAN_F;
    out[2] = CUDART_PI_F;
    out[3] = CUDART_MAX_NORMAL_F;
    out[4] = CUDART_MIN_DENORM_F;
    out[5] = CUDART_SQRT_TWO_F;
    out[6] = CUDART_L2E_F;
    out[7] = CUDART_LN2_F;
    out[8] = CUDART_NEG_ZERO_F;
    out[9] = CUDART_INF;
    out[10] = CUDART_NAN;
    out[11] = CUDART_PI;
    out[12] = CUDART_PI_LO;
    out[13] = CUDART_SQRT_TWO;
    out[14] = CUDART_LN2;
    out[15] = CUDART_MIN_DENORM;
    // Clocks never run backward.
    const long long first = clock64();
    const clock_t first_short = clock();
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 700
    __nanosleep(20);
#endif
    out[16] = clock64() >= first ? 1 : 0;
    out[17] = static_cast<double>(first_short) == first_short ? 1 : 0;
}

static void check_constants() {
    const double expected[constants] = {
        HUGE_VAL,
        std::nan(""),
        static_cast<float>(pi),
        FLT_MAX,
        std::numeric_limits<float>::denorm_min(),
        static_cast<float>(root_2),
        static_cast<float>(1 / std::log(2.0L)),
        static_cast<float>(std::log(2.0L)),
        -0.0,
        HUGE_VAL,
        std::nan(""),
        static_cast<double>(pi),
        1.2246467991473532e-16,
        static_cast<double>(root_2),
        static_cast<double>(std::log(2.0L)),
        std::numeric_limits<double>::denorm_min(),
        1,
        1,
    };
    double out[constants] = {};
    double *device_out = nullptr;
    CHECK(cudaMalloc(reinterpret_cast<void **>(&device_out), sizeof out));
    list_constants<<<1, 1>>>(device_out);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(out, device_out, sizeof out, cudaMemcpyDeviceToHost));
    CHECK(cudaFree(device_out));
    for (int i = 0; i < constants; ++i)
        if (failed(same(out[i], expected[i])))
            std::printf("constant number %d: got %.17g, expected %.17g\n", i, out[i], expected[i]);
}

// What of this host code may call, also where names of namespace std are visible.
static void check_on_host() {
    using namespace std;
    const int three = 3, four = 4;
    const float x = -2.5f;
    expect("min on the host", min(three, four) == 3 && std::min(three, four) == 3);
    expect("max on the host", max(1.5f, 2.5f) == 2.5f && std::max(1.5, 2.5) == 2.5);
    expect("min of shorts on the host", min<short>(3, 4) == 3);
    expect("abs on the host", abs(x) == 2.5f && abs(-3) == 3 && abs(-2.5) == 2.5);
    expect("isnan on the host", !isnan(x) && isfinite(x) && !isinf(x) && signbit(x));
    expect("rsqrt on the host", rsqrtf(4.0f) == 0.5f && rsqrt(16.0) == 0.25);
    expect("rcbrt on the host", rcbrt(-8.0) == -0.5 && rcbrtf(64.0f) == 0.25f);
    expect("sinpi on the host", sinpi(0.5) == 1 && cospif(1.0f) == -1);
    const float4 v = make_float4(1, 2, 3, 4);
    expect("make_float4", v.x == 1 && v.y == 2 && v.z == 3 && v.w == 4);
    const uchar3 u = make_uchar3(1, 2, 255);
    expect("make_uchar3", u.x == 1 && u.y == 2 && u.z == 255);
    const longlong2 l = make_longlong2(-1, LLONG_MAX);
    expect("make_longlong2", l.x == -1 && l.y == LLONG_MAX);
}

int main() {
    int devices = 0;
    if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) {
        std::printf("no CUDA device\n");
        return 77;
    }

    const std::vector<float> floats = awkward_values<float>();
    const std::vector<double> doubles = awkward_values<double>();
    const std::vector<quadruple<float>> groups_of_floats = arguments_of_4(random_float, floats);
    {
        using namespace of_float;
        check_functions(evaluate_float, {FLOAT_FUNCTIONS_OF_1(FUNCTION_ROW)},
                        arguments_of_1(random_float, floats));
        check_functions(evaluate_float, {FLOAT_FUNCTIONS_OF_4(FUNCTION_ROW)}, groups_of_floats);
    }
    {
        using namespace of_double;
        check_functions(evaluate_double, {DOUBLE_FUNCTIONS_OF_1(FUNCTION_ROW)},
                        arguments_of_1(random_double, doubles));
        check_functions(evaluate_double, {DOUBLE_FUNCTIONS_OF_4(FUNCTION_ROW)},
                        arguments_of_4(random_double, doubles));
    }
    check_rounded_arithmetic(groups_of_floats);
    check_unfused();

    std::vector<unsigned long long> integers = {0, 1, 2, 3, 0x7fffffff, 0x80000000, 0xffffffff};
    for (int i = 0; i < 64; ++i)
        for (unsigned long long offset : {~0ull, 0ull, 1ull})
            integers.push_back((1ull << i) + offset);
    for (int i = 0; i < 64; ++i) {
        integers.push_back(random_bits() >> i);
        integers.push_back(0ull - (random_bits() >> i));
        // Halfway between two floats, and next to it.
        integers.push_back((0x1000001ull << i) + 1);
        integers.push_back(0x1000001ull << i % 39);
        integers.push_back(0x20000000000001ull << i % 10);
    }
    check_conversions(floats, doubles, integers);
    check_words();
    check_longs(integers);
    check_copies();
    check_constants();
    check_on_host();

    if (failures != 0) {
        std::printf("FAILED: %ld of %ld checks\n", failures, checks);
        return 1;
    }
    std::printf("PASSED: %ld checks\n", checks);
    return 0;
}
