// device_math.h: the math functions and arithmetic intrinsics that CUDA has and the C library
// lacks.
//
// What the C library has (sinf, sqrtf, fmaf, ...) is used as it is. The accuracy that CUDA
// documents for the rest holds here as well, and mostly more: an intrinsic that trades accuracy for
// speed on a GPU calls the accurate function here, since a CPU has nothing faster.
#ifndef CUDA_EMULATOR_DEVICE_MATH_H
#define CUDA_EMULATOR_DEVICE_MATH_H

#ifdef __cplusplus

// <math.h> after <cmath>: it brings abs, isnan, isinf and the like into the global namespace, for
// all types.
#include <cmath>
#include <cstring>
#include <limits>
#include <math.h>
#include <stdlib.h>
#include <time.h>
#include <type_traits>

#include "emulator/rounding.h"
#include "vector_types.h"

// Newer C libraries have some of these functions themselves, under _GNU_SOURCE, which g++ and
// clang++ define.
#if defined(__GLIBC__) && defined(__GLIBC_PREREQ)
#if __GLIBC_PREREQ(2, 41)
#define CUDA_EMULATOR_LIBM_HAS_SINPI 1
#endif
#if __GLIBC_PREREQ(2, 42)
#define CUDA_EMULATOR_LIBM_HAS_RSQRT 1
#endif
#endif

namespace cuda_emulator {
namespace math {

// The precision in which functions of double are worked out before they are rounded once: more
// bits than double has on x86-64 and 64-bit Arm, and so wide a range that squares do not overflow.
using wide = long double;

constexpr wide pi = 3.14159265358979323846264338327950288L;
constexpr wide root_2 = 1.41421356237309504880168872420969808L;
constexpr wide half_root_pi = 0.886226925452758013649083741670572591L;

// sin(pi x) and cos(pi x): x less its nearest multiple of 1/2 is exact, and what remains is at most
// pi/4 in size.
template <class T> struct sine_cosine { T sine, cosine; };
template <class T> inline sine_cosine<T> sine_cosine_of_pi_times(T x) {
    if (!(std::fabs(x) <= std::numeric_limits<T>::max()))
        return {std::numeric_limits<T>::quiet_NaN(), std::numeric_limits<T>::quiet_NaN()};
    const T y = std::fmod(x, T(2));
    const T halves = std::rint(2 * y);
    // In a wider type than T, so that the rounded product with pi costs no accuracy.
    using work = std::conditional_t<sizeof(T) == 4, double, wide>;
    const work angle = static_cast<work>(pi) * static_cast<work>(y - halves / 2);
    const T s = static_cast<T>(std::sin(angle));
    const T c = static_cast<T>(std::cos(angle));
    switch (static_cast<int>(halves) & 3) {
    case 0:
        return {x == 0 ? x : s, c};
    case 1:
        return {c, T(0) - s};
    case 2:
        return {T(0) - s, -c};
    default:
        return {-c, s};
    }
}

// exp(x * x) * erfc(x). From 10 on by the continued fraction
// x + (1/2)/(x + (2/2)/(x + (3/2)/(x + ...))), of which 20 terms are more than enough there.
template <class T> inline T erfcx(T x) {
    if (!(x >= 10))
        return std::exp(x * x) * std::erfc(x);
    T denominator = x;
    for (int k = 20; k > 0; --k)
        denominator = x + T(k) / 2 / denominator;
    return 1 / (2 * static_cast<T>(half_root_pi) * denominator);
}

// The inverse of erf for |t| <= 1/2: three terms of its series, then Halley's iteration, which
// triples the number of right digits.
template <class T> inline T erf_inverse_near_0(T t) {
    const T square = t * t;
    T x = static_cast<T>(half_root_pi) * t *
          (1 + square * (T(0.2617993878) + square * T(0.1439317308)));
    for (int i = 0; i < 3; ++i) {
        const T step = (std::erf(x) - t) * static_cast<T>(half_root_pi) * std::exp(x * x);
        x -= step / (1 + x * step);
    }
    return x;
}

// The inverse of erfc for 0 < y <= 1/2: Winitzki's closed formula, right to a few thousandths, then
// Newton's iteration on log(erfc(x)), which is nearly a parabola.
template <class T> inline T erfc_inverse_of_small(T y) {
    const T l = std::log(y * (2 - y));
    const T b = T(4.330746751) + l / 2;
    T x = std::sqrt(std::sqrt(b * b - l / T(0.147)) - b);
    for (int i = 0; i < 5; ++i)
        x += std::log1p((std::erfc(x) - y) / y) * erfcx(x) * static_cast<T>(half_root_pi);
    return x;
}

template <class T> inline T erf_inverse(T x) {
    const T size = std::fabs(x);
    if (!(size <= 1))
        return std::numeric_limits<T>::quiet_NaN();
    if (size <= T(0.5))
        return erf_inverse_near_0(x);
    return std::copysign(
        size == 1 ? std::numeric_limits<T>::infinity() : erfc_inverse_of_small(1 - size), x);
}

template <class T> inline T erfc_inverse(T y) {
    if (!(y >= 0 && y <= 2))
        return std::numeric_limits<T>::quiet_NaN();
    if (y >= T(0.5) && y <= T(1.5))
        return erf_inverse_near_0(1 - y);
    const T tail = y < 1 ? y : 2 - y;
    const T x = tail == 0 ? std::numeric_limits<T>::infinity() : erfc_inverse_of_small(tail);
    return y < 1 ? x : -x;
}

template <class T> inline T normal_distribution(T x) {
    return std::erfc(-x / static_cast<T>(root_2)) / 2;
}

template <class T> inline T normal_distribution_inverse(T p) {
    return -static_cast<T>(root_2) * erfc_inverse(2 * p);
}

// The modified Bessel functions I0 and I1 by their power series. All its terms have one sign, so no
// digits cancel, however large x is. Beyond 720 the results of both exceed double.
template <class T> inline T bessel_i(int order, T x) {
    if (std::fabs(x) > 720)
        return order == 1 && x < 0 ? -std::numeric_limits<T>::infinity()
                                   : std::numeric_limits<T>::infinity();
    const T quarter_square = x / 2 * (x / 2);
    T term = order == 0 ? T(1) : x / 2;
    T sum = term;
    for (int k = 1; std::fabs(term) > std::fabs(sum) * std::numeric_limits<T>::epsilon() / 4; ++k) {
        term *= quarter_square / (T(k) * T(k + order));
        sum += term;
    }
    return sum;
}

// The length of a vector. An infinite element counts more than a NaN.
template <class Work, class T> inline Work length(int dimension, const T *p) {
    Work sum = 0;
    bool infinite = false;
    for (int i = 0; i < dimension; ++i) {
        const Work x = p[i];
        infinite = infinite || std::isinf(x);
        sum += x * x;
    }
    return infinite ? std::numeric_limits<Work>::infinity() : std::sqrt(sum);
}

// The type of a parameter that is converted to T rather than taking part in finding T.
template <class T> struct identity { using type = T; };
template <class T> using converted = typename identity<T>::type;

__extension__ typedef __int128 int128;
__extension__ typedef unsigned __int128 uint128;

} // namespace math
} // namespace cuda_emulator

// ---- min and max ----
//
// Exact. As in CUDA, a signed and an unsigned argument meet as unsigned, a NaN loses against a
// number, and -0 is less than +0.

#define CUDA_EMULATOR_MIN_MAX(result, first, second)                                               \
    inline result min(first a, second b) {                                                         \
        return static_cast<result>(a) < static_cast<result>(b) ? static_cast<result>(a)            \
                                                               : static_cast<result>(b);           \
    }                                                                                              \
    inline result max(first a, second b) {                                                         \
        return static_cast<result>(a) < static_cast<result>(b) ? static_cast<result>(b)            \
                                                               : static_cast<result>(a);           \
    }
#define CUDA_EMULATOR_MIN_MAX_ALL_SIGNS(type)                                                      \
    CUDA_EMULATOR_MIN_MAX(type, type, type)                                                        \
    CUDA_EMULATOR_MIN_MAX(unsigned type, unsigned type, unsigned type)                             \
    CUDA_EMULATOR_MIN_MAX(unsigned type, type, unsigned type)                                      \
    CUDA_EMULATOR_MIN_MAX(unsigned type, unsigned type, type)

CUDA_EMULATOR_MIN_MAX_ALL_SIGNS(int)
CUDA_EMULATOR_MIN_MAX_ALL_SIGNS(long)
CUDA_EMULATOR_MIN_MAX_ALL_SIGNS(long long)

#undef CUDA_EMULATOR_MIN_MAX_ALL_SIGNS
#undef CUDA_EMULATOR_MIN_MAX

#define CUDA_EMULATOR_MIN_MAX(type)                                                                \
    inline type min(type a, type b) {                                                              \
        if (a == b)                                                                                \
            return std::signbit(a) ? a : b;                                                        \
        return a < b || b != b ? a : b;                                                            \
    }                                                                                              \
    inline type max(type a, type b) {                                                              \
        if (a == b)                                                                                \
            return std::signbit(a) ? b : a;                                                        \
        return a > b || b != b ? a : b;                                                            \
    }

CUDA_EMULATOR_MIN_MAX(float)
CUDA_EMULATOR_MIN_MAX(double)
#undef CUDA_EMULATOR_MIN_MAX

inline double min(float a, double b) {
    return min(static_cast<double>(a), b);
}
inline double min(double a, float b) {
    return min(a, static_cast<double>(b));
}
inline double max(float a, double b) {
    return max(static_cast<double>(a), b);
}
inline double max(double a, float b) {
    return max(a, static_cast<double>(b));
}

inline unsigned umin(unsigned a, unsigned b) {
    return min(a, b);
}
inline unsigned umax(unsigned a, unsigned b) {
    return max(a, b);
}
inline long long llmin(long long a, long long b) {
    return min(a, b);
}
inline long long llmax(long long a, long long b) {
    return max(a, b);
}
inline unsigned long long ullmin(unsigned long long a, unsigned long long b) {
    return min(a, b);
}
inline unsigned long long ullmax(unsigned long long a, unsigned long long b) {
    return max(a, b);
}

// ---- functions ----
//
// CUDA's bounds on the error, in units in the last place, stand beside each family, float first.

// Reciprocal square root (2 and 1) and cube root (1 and 1).
#ifndef CUDA_EMULATOR_LIBM_HAS_RSQRT
inline float rsqrtf(float x) noexcept {
    return 1.0f / sqrtf(x);
}
inline double rsqrt(double x) noexcept {
    return static_cast<double>(1 / std::sqrt(static_cast<cuda_emulator::math::wide>(x)));
}
#endif
inline float rsqrt(float x) {
    return rsqrtf(x);
}
inline float rcbrtf(float x) {
    return static_cast<float>(1 / std::cbrt(static_cast<double>(x)));
}
inline double rcbrt(double x) {
    return static_cast<double>(1 / std::cbrt(static_cast<cuda_emulator::math::wide>(x)));
}
inline float rcbrt(float x) {
    return rcbrtf(x);
}

// sin(pi x) and cos(pi x): 1 and 2.
#ifndef CUDA_EMULATOR_LIBM_HAS_SINPI
inline float sinpif(float x) noexcept {
    return cuda_emulator::math::sine_cosine_of_pi_times(x).sine;
}
inline float cospif(float x) noexcept {
    return cuda_emulator::math::sine_cosine_of_pi_times(x).cosine;
}
inline double sinpi(double x) noexcept {
    return cuda_emulator::math::sine_cosine_of_pi_times(x).sine;
}
inline double cospi(double x) noexcept {
    return cuda_emulator::math::sine_cosine_of_pi_times(x).cosine;
}
#endif
inline float sinpi(float x) {
    return sinpif(x);
}
inline float cospi(float x) {
    return cospif(x);
}
inline void sincospif(float x, float *sine, float *cosine) {
    const auto both = cuda_emulator::math::sine_cosine_of_pi_times(x);
    *sine = both.sine;
    *cosine = both.cosine;
}
inline void sincospi(double x, double *sine, double *cosine) {
    const auto both = cuda_emulator::math::sine_cosine_of_pi_times(x);
    *sine = both.sine;
    *cosine = both.cosine;
}
inline void sincospi(float x, float *sine, float *cosine) {
    sincospif(x, sine, cosine);
}

// sincosf and exp10f are the C library's where it has them.
#if !defined(__GLIBC__) && !defined(_GNU_SOURCE)
inline void sincosf(float x, float *sine, float *cosine) noexcept {
    *sine = sinf(x);
    *cosine = cosf(x);
}
inline void sincos(double x, double *sine, double *cosine) noexcept {
    *sine = std::sin(x);
    *cosine = std::cos(x);
}
inline float exp10f(float x) noexcept {
    return powf(10.0f, x);
}
inline double exp10(double x) noexcept {
    return std::pow(10.0, x);
}
#endif
inline void sincos(float x, float *sine, float *cosine) {
    sincosf(x, sine, cosine);
}
inline float exp10(float x) {
    return exp10f(x);
}

// Lengths of vectors (3 and 1) and their reciprocals (2 and 1); CUDA gives no bound for those of
// any dimension.
inline float normf(int dimension, const float *p) {
    return static_cast<float>(cuda_emulator::math::length<double>(dimension, p));
}
inline float rnormf(int dimension, const float *p) {
    return static_cast<float>(1 / cuda_emulator::math::length<double>(dimension, p));
}
inline double norm(int dimension, const double *p) {
    return static_cast<double>(
        cuda_emulator::math::length<cuda_emulator::math::wide>(dimension, p));
}
inline double rnorm(int dimension, const double *p) {
    return static_cast<double>(
        1 / cuda_emulator::math::length<cuda_emulator::math::wide>(dimension, p));
}
inline float rhypotf(float x, float y) {
    const float p[] = {x, y};
    return rnormf(2, p);
}
inline float norm3df(float x, float y, float z) {
    const float p[] = {x, y, z};
    return normf(3, p);
}
inline float rnorm3df(float x, float y, float z) {
    const float p[] = {x, y, z};
    return rnormf(3, p);
}
inline float norm4df(float x, float y, float z, float w) {
    const float p[] = {x, y, z, w};
    return normf(4, p);
}
inline float rnorm4df(float x, float y, float z, float w) {
    const float p[] = {x, y, z, w};
    return rnormf(4, p);
}
inline double rhypot(double x, double y) {
    const double p[] = {x, y};
    return rnorm(2, p);
}
inline double norm3d(double x, double y, double z) {
    const double p[] = {x, y, z};
    return norm(3, p);
}
inline double rnorm3d(double x, double y, double z) {
    const double p[] = {x, y, z};
    return rnorm(3, p);
}
inline double norm4d(double x, double y, double z, double w) {
    const double p[] = {x, y, z, w};
    return norm(4, p);
}
inline double rnorm4d(double x, double y, double z, double w) {
    const double p[] = {x, y, z, w};
    return rnorm(4, p);
}

// The error function's relatives: erfinv 2 and 5, erfcinv 4 and 6, erfcx 4 and 4, normcdf 5 and 5,
// normcdfinv 5 and 8. The modified Bessel functions: 6 and 6.
#define CUDA_EMULATOR_FUNCTION(name, name_of_float, ...)                                           \
    inline float name_of_float(float x_) {                                                         \
        const double x = x_;                                                                       \
        return static_cast<float>(cuda_emulator::math::__VA_ARGS__);                               \
    }                                                                                              \
    inline double name(double x_) {                                                                \
        const cuda_emulator::math::wide x = x_;                                                    \
        return static_cast<double>(cuda_emulator::math::__VA_ARGS__);                              \
    }

CUDA_EMULATOR_FUNCTION(erfinv, erfinvf, erf_inverse(x))
CUDA_EMULATOR_FUNCTION(erfcinv, erfcinvf, erfc_inverse(x))
CUDA_EMULATOR_FUNCTION(erfcx, erfcxf, erfcx(x))
CUDA_EMULATOR_FUNCTION(normcdf, normcdff, normal_distribution(x))
CUDA_EMULATOR_FUNCTION(normcdfinv, normcdfinvf, normal_distribution_inverse(x))
CUDA_EMULATOR_FUNCTION(cyl_bessel_i0, cyl_bessel_i0f, bessel_i(0, x))
CUDA_EMULATOR_FUNCTION(cyl_bessel_i1, cyl_bessel_i1f, bessel_i(1, x))
#undef CUDA_EMULATOR_FUNCTION

inline float erfinv(float x) {
    return erfinvf(x);
}
inline float erfcinv(float x) {
    return erfcinvf(x);
}
inline float erfcx(float x) {
    return erfcxf(x);
}
inline float normcdf(float x) {
    return normcdff(x);
}
inline float normcdfinv(float x) {
    return normcdfinvf(x);
}

// The Bessel functions are the C library's; CUDA adds these names for float.
inline float j0(float x) {
    return j0f(x);
}
inline float j1(float x) {
    return j1f(x);
}
inline float jn(int n, float x) {
    return jnf(n, x);
}
inline float y0(float x) {
    return y0f(x);
}
inline float y1(float x) {
    return y1f(x);
}
inline float yn(int n, float x) {
    return ynf(n, x);
}

// ---- fast single-precision intrinsics ----
//
// On a GPU: __sinf and __cosf within 2^-21.4 and 2^-21.2 for arguments in [-pi, pi], __expf within
// 2 + |1.173 x| ulp, __exp10f within 2 + |2.97 x| ulp, the logarithms within 2 or 3 ulp away from
// 1, division within 2 ulp; __tanf and __powf are built from these. Here all are the C library's
// accurate functions. The C library's header may declare some of these names without defining
// them, hence noexcept: a second declaration must agree.

inline float __sinf(float x) noexcept {
    return sinf(x);
}
inline float __cosf(float x) noexcept {
    return cosf(x);
}
inline float __tanf(float x) noexcept {
    return tanf(x);
}
inline float __tanhf(float x) noexcept {
    return tanhf(x);
}
inline void __sincosf(float x, float *sine, float *cosine) noexcept {
    sincosf(x, sine, cosine);
}
inline float __expf(float x) noexcept {
    return expf(x);
}
inline float __exp10f(float x) noexcept {
    return exp10f(x);
}
inline float __logf(float x) noexcept {
    return logf(x);
}
inline float __log2f(float x) noexcept {
    return log2f(x);
}
inline float __log10f(float x) noexcept {
    return log10f(x);
}
inline float __powf(float x, float y) noexcept {
    return powf(x, y);
}
inline float __fdividef(float x, float y) {
    return x / y;
}
inline float fdividef(float x, float y) {
    return x / y;
}

// Exact: x limited to [0, 1]; NaN becomes 0.
inline float __saturatef(float x) {
    return x > 0.0f ? (x < 1.0f ? x : 1.0f) : 0.0f;
}

// ---- arithmetic with a stated rounding ----
//
// Correctly rounded, as on a GPU: to nearest even (_rn), toward zero (_rz), up (_ru), down (_rd).

// No compiler fuses these (-ffp-contract=off), unless a reader has it calculate as in algebra.
#ifdef __FAST_MATH__
#define CUDA_EMULATOR_AS_IT_IS(value) cuda_emulator::math::unfused(value)
#else
#define CUDA_EMULATOR_AS_IT_IS(value) (value)
#endif
#define CUDA_EMULATOR_ROUNDED(name, type, parameters, nearest, operation, arguments)               \
    inline type name##_rn parameters {                                                             \
        return CUDA_EMULATOR_AS_IT_IS(nearest);                                                    \
    }                                                                                              \
    CUDA_EMULATOR_DIRECTED(name##_rz, zero, type, parameters, operation, arguments)                \
    CUDA_EMULATOR_DIRECTED(name##_ru, up, type, parameters, operation, arguments)                  \
    CUDA_EMULATOR_DIRECTED(name##_rd, down, type, parameters, operation, arguments)
#define CUDA_EMULATOR_DIRECTED(name, mode, type, parameters, operation, arguments)                 \
    inline type name parameters {                                                                  \
        return cuda_emulator::math::operation<cuda_emulator::math::rounding::mode> arguments;      \
    }

CUDA_EMULATOR_ROUNDED(__fadd, float, (float a, float b), a + b, sum, (a, b))
CUDA_EMULATOR_ROUNDED(__fsub, float, (float a, float b), a - b, sum, (a, -b))
CUDA_EMULATOR_ROUNDED(__fmul, float, (float a, float b), (a * b), product, (a, b))
CUDA_EMULATOR_ROUNDED(__fdiv, float, (float a, float b), a / b, quotient, (a, b))
CUDA_EMULATOR_ROUNDED(__fmaf, float, (float a, float b, float c), std::fma(a, b, c), fused,
                      (a, b, c))
CUDA_EMULATOR_ROUNDED(__frcp, float, (float a), 1.0f / a, quotient, (1.0f, a))
CUDA_EMULATOR_ROUNDED(__fsqrt, float, (float a), std::sqrt(a), root, (a))
CUDA_EMULATOR_ROUNDED(__dadd, double, (double a, double b), a + b, sum, (a, b))
CUDA_EMULATOR_ROUNDED(__dsub, double, (double a, double b), a - b, sum, (a, -b))
CUDA_EMULATOR_ROUNDED(__dmul, double, (double a, double b), (a * b), product, (a, b))
CUDA_EMULATOR_ROUNDED(__ddiv, double, (double a, double b), a / b, quotient, (a, b))
CUDA_EMULATOR_ROUNDED(__fma, double, (double a, double b, double c), std::fma(a, b, c), fused,
                      (a, b, c))
CUDA_EMULATOR_ROUNDED(__drcp, double, (double a), 1.0 / a, quotient, (1.0, a))
CUDA_EMULATOR_ROUNDED(__dsqrt, double, (double a), std::sqrt(a), root, (a))

#undef CUDA_EMULATOR_ROUNDED
#undef CUDA_EMULATOR_DIRECTED

// No result of float lies so near the middle of two floats that the wider type would round it to
// that middle.
inline float __frsqrt_rn(float x) {
    return static_cast<float>(1 / std::sqrt(static_cast<cuda_emulator::math::wide>(x)));
}

// ---- conversions ----
//
// Correctly rounded. To an integer: out of range gives the nearest bound; for NaN see to_integer.

#define CUDA_EMULATOR_CONVERT(name, to, from, function)                                            \
    CUDA_EMULATOR_CONVERT_TO(name##_rn, nearest, to, from, function)                               \
    CUDA_EMULATOR_CONVERT_TO(name##_rz, zero, to, from, function)                                  \
    CUDA_EMULATOR_CONVERT_TO(name##_ru, up, to, from, function)                                    \
    CUDA_EMULATOR_CONVERT_TO(name##_rd, down, to, from, function)
#define CUDA_EMULATOR_CONVERT_TO(name, mode, to, from, function)                                   \
    inline to name(from x) {                                                                       \
        return cuda_emulator::math::function<to, cuda_emulator::math::rounding::mode>(x);          \
    }

CUDA_EMULATOR_CONVERT(__float2int, int, float, to_integer)
CUDA_EMULATOR_CONVERT(__float2uint, unsigned int, float, to_integer)
CUDA_EMULATOR_CONVERT(__float2ll, long long, float, to_integer)
CUDA_EMULATOR_CONVERT(__float2ull, unsigned long long, float, to_integer)
CUDA_EMULATOR_CONVERT(__double2int, int, double, to_integer)
CUDA_EMULATOR_CONVERT(__double2uint, unsigned int, double, to_integer)
CUDA_EMULATOR_CONVERT(__double2ll, long long, double, to_integer)
CUDA_EMULATOR_CONVERT(__double2ull, unsigned long long, double, to_integer)
CUDA_EMULATOR_CONVERT(__int2float, float, int, to_floating)
CUDA_EMULATOR_CONVERT(__uint2float, float, unsigned int, to_floating)
CUDA_EMULATOR_CONVERT(__ll2float, float, long long, to_floating)
CUDA_EMULATOR_CONVERT(__ull2float, float, unsigned long long, to_floating)
CUDA_EMULATOR_CONVERT(__ll2double, double, long long, to_floating)
CUDA_EMULATOR_CONVERT(__ull2double, double, unsigned long long, to_floating)
CUDA_EMULATOR_CONVERT(__double2float, float, double, to_floating)
#undef CUDA_EMULATOR_CONVERT
#undef CUDA_EMULATOR_CONVERT_TO

inline double __int2double_rn(int x) {
    return x;
}
inline double __uint2double_rn(unsigned int x) {
    return x;
}

inline int __float_as_int(float x) {
    return cuda_emulator::math::bit_cast<int>(x);
}
inline unsigned int __float_as_uint(float x) {
    return cuda_emulator::math::bit_cast<unsigned int>(x);
}
inline float __int_as_float(int x) {
    return cuda_emulator::math::bit_cast<float>(x);
}
inline float __uint_as_float(unsigned int x) {
    return cuda_emulator::math::bit_cast<float>(x);
}
inline long long __double_as_longlong(double x) {
    return cuda_emulator::math::bit_cast<long long>(x);
}
inline double __longlong_as_double(long long x) {
    return cuda_emulator::math::bit_cast<double>(x);
}
inline int __double2hiint(double x) {
    return static_cast<int>(__double_as_longlong(x) >> 32);
}
inline int __double2loint(double x) {
    return static_cast<int>(__double_as_longlong(x));
}
inline double __hiloint2double(int high, int low) {
    return __longlong_as_double(static_cast<long long>(
        static_cast<unsigned long long>(static_cast<unsigned int>(high)) << 32 |
        static_cast<unsigned int>(low)));
}

// ---- integers (all exact) ----

inline int __popc(unsigned int x) {
    return __builtin_popcount(x);
}
inline int __popcll(unsigned long long x) {
    return __builtin_popcountll(x);
}
inline int __clz(int x) {
    return x == 0 ? 32 : __builtin_clz(static_cast<unsigned int>(x));
}
inline int __clzll(long long x) {
    return x == 0 ? 64 : __builtin_clzll(static_cast<unsigned long long>(x));
}
inline int __ffs(int x) {
    return __builtin_ffs(x);
}
inline int __ffsll(long long x) {
    return __builtin_ffsll(x);
}

inline unsigned int __brev(unsigned int x) {
    x = (x >> 1 & 0x55555555u) | (x & 0x55555555u) << 1;
    x = (x >> 2 & 0x33333333u) | (x & 0x33333333u) << 2;
    x = (x >> 4 & 0x0f0f0f0fu) | (x & 0x0f0f0f0fu) << 4;
    return __builtin_bswap32(x);
}
inline unsigned long long __brevll(unsigned long long x) {
    return static_cast<unsigned long long>(__brev(static_cast<unsigned int>(x))) << 32 |
           __brev(static_cast<unsigned int>(x >> 32));
}

// Each of the four low nibbles of `selector` picks one of the 8 bytes of y:x.
inline unsigned int __byte_perm(unsigned int x, unsigned int y, unsigned int selector) {
    const unsigned long long bytes = static_cast<unsigned long long>(y) << 32 | x;
    unsigned int result = 0;
    for (int i = 0; i < 4; ++i)
        result |= static_cast<unsigned int>(bytes >> 8 * (selector >> 4 * i & 7) & 0xff) << 8 * i;
    return result;
}

// The position of the offset-th set bit counted from `base`, upward or, for a negative offset,
// downward; offset 0 asks whether bit `base` is set. All ones if there is none.
inline unsigned int __fns(unsigned int mask, unsigned int base, int offset) {
    const int step = offset < 0 ? -1 : 1;
    int missing = offset < 0 ? -offset : offset == 0 ? 1 : offset;
    for (int i = static_cast<int>(base & 31); i >= 0 && i < 32; i += step) {
        if ((mask >> i & 1) != 0 && --missing == 0)
            return static_cast<unsigned int>(i);
        if (offset == 0)
            break;
    }
    return 0xffffffffu;
}

// Products of the low 24 bits.
inline int __mul24(int x, int y) {
    const auto low_24 = [](int v) {
        return static_cast<int>(static_cast<unsigned int>(v) << 8) >> 8;
    };
    return static_cast<int>(static_cast<long long>(low_24(x)) * low_24(y));
}
inline unsigned int __umul24(unsigned int x, unsigned int y) {
    return (x & 0xffffffu) * (y & 0xffffffu);
}

// The upper halves of products.
inline int __mulhi(int x, int y) {
    return static_cast<int>(static_cast<long long>(x) * y >> 32);
}
inline unsigned int __umulhi(unsigned int x, unsigned int y) {
    return static_cast<unsigned int>(static_cast<unsigned long long>(x) * y >> 32);
}
inline long long __mul64hi(long long x, long long y) {
    return static_cast<long long>(static_cast<cuda_emulator::math::int128>(x) * y >> 64);
}
inline unsigned long long __umul64hi(unsigned long long x, unsigned long long y) {
    return static_cast<unsigned long long>(static_cast<cuda_emulator::math::uint128>(x) * y >> 64);
}

// |x - y| + z.
inline unsigned int __sad(int x, int y, unsigned int z) {
    return (x < y ? static_cast<unsigned int>(y) - static_cast<unsigned int>(x)
                  : static_cast<unsigned int>(x) - static_cast<unsigned int>(y)) +
           z;
}
inline unsigned int __usad(unsigned int x, unsigned int y, unsigned int z) {
    return (x < y ? y - x : x - y) + z;
}

// Averages without overflow, rounded down and (__rhadd, __urhadd) up.
inline int __hadd(int x, int y) {
    return static_cast<int>((static_cast<long long>(x) + y) >> 1);
}
inline int __rhadd(int x, int y) {
    return static_cast<int>((static_cast<long long>(x) + y + 1) >> 1);
}
inline unsigned int __uhadd(unsigned int x, unsigned int y) {
    return static_cast<unsigned int>((static_cast<unsigned long long>(x) + y) >> 1);
}
inline unsigned int __urhadd(unsigned int x, unsigned int y) {
    return static_cast<unsigned int>((static_cast<unsigned long long>(x) + y + 1) >> 1);
}

// 32 of the 64 bits of high:low after a shift; the distance wraps at 32 or (_lc, _rc) stops there.
inline unsigned int __funnelshift_l(unsigned int low, unsigned int high, unsigned int shift) {
    const unsigned long long both = static_cast<unsigned long long>(high) << 32 | low;
    return static_cast<unsigned int>(both << (shift & 31) >> 32);
}
inline unsigned int __funnelshift_lc(unsigned int low, unsigned int high, unsigned int shift) {
    const unsigned long long both = static_cast<unsigned long long>(high) << 32 | low;
    return static_cast<unsigned int>(both << (shift < 32 ? shift : 32) >> 32);
}
inline unsigned int __funnelshift_r(unsigned int low, unsigned int high, unsigned int shift) {
    const unsigned long long both = static_cast<unsigned long long>(high) << 32 | low;
    return static_cast<unsigned int>(both >> (shift & 31));
}
inline unsigned int __funnelshift_rc(unsigned int low, unsigned int high, unsigned int shift) {
    const unsigned long long both = static_cast<unsigned long long>(high) << 32 | low;
    return static_cast<unsigned int>(both >> (shift < 32 ? shift : 32));
}

// Dot products of small integers held in words, added to c with wrap-around.
namespace cuda_emulator {
namespace math {
template <class A, class B>
inline unsigned int dot(unsigned int a, unsigned int b, unsigned int c, int terms) {
    for (int i = 0; i < terms; ++i)
        c += static_cast<unsigned int>(static_cast<int>(static_cast<A>(a >> 8 * sizeof(A) * i)) *
                                       static_cast<int>(static_cast<B>(b >> 8 * sizeof(B) * i)));
    return c;
}
} // namespace math
} // namespace cuda_emulator

inline int __dp4a(int a, int b, int c) {
    return static_cast<int>(cuda_emulator::math::dot<signed char, signed char>(
        static_cast<unsigned int>(a), static_cast<unsigned int>(b), static_cast<unsigned int>(c),
        4));
}
inline unsigned int __dp4a(unsigned int a, unsigned int b, unsigned int c) {
    return cuda_emulator::math::dot<unsigned char, unsigned char>(a, b, c, 4);
}
inline int __dp4a(char4 a, char4 b, int c) {
    return __dp4a(cuda_emulator::math::bit_cast<int>(a), cuda_emulator::math::bit_cast<int>(b), c);
}
inline unsigned int __dp4a(uchar4 a, uchar4 b, unsigned int c) {
    return __dp4a(cuda_emulator::math::bit_cast<unsigned int>(a),
                  cuda_emulator::math::bit_cast<unsigned int>(b), c);
}
// Two 16-bit numbers of a by the lower (_lo) or upper (_hi) two bytes of b.
inline int __dp2a_lo(int a, int b, int c) {
    return static_cast<int>(cuda_emulator::math::dot<short, signed char>(
        static_cast<unsigned int>(a), static_cast<unsigned int>(b), static_cast<unsigned int>(c),
        2));
}
inline unsigned int __dp2a_lo(unsigned int a, unsigned int b, unsigned int c) {
    return cuda_emulator::math::dot<unsigned short, unsigned char>(a, b, c, 2);
}
inline int __dp2a_hi(int a, int b, int c) {
    return __dp2a_lo(a, b >> 16, c);
}
inline unsigned int __dp2a_hi(unsigned int a, unsigned int b, unsigned int c) {
    return __dp2a_lo(a, b >> 16, c);
}
inline int __dp2a_lo(short2 a, char4 b, int c) {
    return __dp2a_lo(cuda_emulator::math::bit_cast<int>(a), cuda_emulator::math::bit_cast<int>(b),
                     c);
}
inline int __dp2a_hi(short2 a, char4 b, int c) {
    return __dp2a_hi(cuda_emulator::math::bit_cast<int>(a), cuda_emulator::math::bit_cast<int>(b),
                     c);
}
inline unsigned int __dp2a_lo(ushort2 a, uchar4 b, unsigned int c) {
    return __dp2a_lo(cuda_emulator::math::bit_cast<unsigned int>(a),
                     cuda_emulator::math::bit_cast<unsigned int>(b), c);
}
inline unsigned int __dp2a_hi(ushort2 a, uchar4 b, unsigned int c) {
    return __dp2a_hi(cuda_emulator::math::bit_cast<unsigned int>(a),
                     cuda_emulator::math::bit_cast<unsigned int>(b), c);
}

// ---- two 16-bit or four 8-bit integers in a word (all exact) ----

namespace cuda_emulator {
namespace math {
// operation(x, y) for every pair of lanes, each result cut to its lane. (`auto`: rounding.h.)
template <class Lane, class Operation>
inline auto lanes(unsigned int a, unsigned int b, Operation operation) {
    constexpr int bits = 8 * sizeof(Lane);
    constexpr unsigned int mask = 0xffffffffu >> (32 - bits);
    unsigned int result = 0;
    for (int shift = 0; shift < 32; shift += bits)
        result |= (static_cast<unsigned int>(
                       operation(static_cast<Lane>(a >> shift), static_cast<Lane>(b >> shift))) &
                   mask)
                  << shift;
    return result;
}
template <class Lane> inline unsigned int sum_of_differences(unsigned int a, unsigned int b) {
    constexpr int bits = 8 * sizeof(Lane);
    unsigned int sum = 0;
    for (int shift = 0; shift < 32; shift += bits) {
        const int difference = static_cast<Lane>(a >> shift) - static_cast<Lane>(b >> shift);
        sum += static_cast<unsigned int>(difference < 0 ? -difference : difference);
    }
    return sum;
}
template <class Lane> inline int saturated(int x) {
    using bounds = std::numeric_limits<Lane>;
    return x < bounds::min() ? bounds::min() : x > bounds::max() ? bounds::max() : x;
}
} // namespace math
} // namespace cuda_emulator

// `lane` in an expression is the type of one lane.
#define CUDA_EMULATOR_LANES_OF(name, lane_type, ...)                                               \
    inline unsigned int name(unsigned int a, unsigned int b) {                                     \
        using lane [[maybe_unused]] = lane_type;                                                   \
        return cuda_emulator::math::lanes<lane_type>(                                              \
            a, b, [](int x, int y) -> int { return __VA_ARGS__; });                                \
    }
#define CUDA_EMULATOR_LANES(name, sign, ...)                                                       \
    CUDA_EMULATOR_LANES_OF(name##2, sign short, __VA_ARGS__)                                       \
    CUDA_EMULATOR_LANES_OF(name##4, sign char, __VA_ARGS__)
#define CUDA_EMULATOR_LANES_OF_ONE(name, lane_type, ...)                                           \
    inline unsigned int name(unsigned int a) {                                                     \
        using lane [[maybe_unused]] = lane_type;                                                   \
        return cuda_emulator::math::lanes<lane_type>(                                              \
            a, 0, [](int x, int) -> int { return __VA_ARGS__; });                                  \
    }
#define CUDA_EMULATOR_LANES_OF_EACH(name, ...)                                                     \
    CUDA_EMULATOR_LANES_OF_ONE(name##2, short, __VA_ARGS__)                                        \
    CUDA_EMULATOR_LANES_OF_ONE(name##4, signed char, __VA_ARGS__)
// A comparison gives all ones (__vcmp...) or 1 (__vset...) where it holds.
#define CUDA_EMULATOR_COMPARE(suffix, sign, ...)                                                   \
    CUDA_EMULATOR_LANES(__vcmp##suffix, sign, (__VA_ARGS__) ? -1 : 0)                              \
    CUDA_EMULATOR_LANES(__vset##suffix, sign, (__VA_ARGS__) ? 1 : 0)

CUDA_EMULATOR_LANES(__vadd, unsigned, x + y)
CUDA_EMULATOR_LANES(__vaddss, signed, cuda_emulator::math::saturated<lane>(x + y))
CUDA_EMULATOR_LANES(__vaddus, unsigned, cuda_emulator::math::saturated<lane>(x + y))
CUDA_EMULATOR_LANES(__vsub, unsigned, x - y)
CUDA_EMULATOR_LANES(__vsubss, signed, cuda_emulator::math::saturated<lane>(x - y))
CUDA_EMULATOR_LANES(__vsubus, unsigned, cuda_emulator::math::saturated<lane>(x - y))
CUDA_EMULATOR_LANES(__vhaddu, unsigned, (x + y) >> 1)
CUDA_EMULATOR_LANES(__vavgu, unsigned, (x + y + 1) >> 1)
CUDA_EMULATOR_LANES(__vavgs, signed, (x + y + (x + y >= 0)) >> 1)
CUDA_EMULATOR_LANES(__vabsdiffs, signed, x < y ? y - x : x - y)
CUDA_EMULATOR_LANES(__vabsdiffu, unsigned, x < y ? y - x : x - y)
CUDA_EMULATOR_LANES(__vmaxs, signed, x < y ? y : x)
CUDA_EMULATOR_LANES(__vmaxu, unsigned, x < y ? y : x)
CUDA_EMULATOR_LANES(__vmins, signed, x < y ? x : y)
CUDA_EMULATOR_LANES(__vminu, unsigned, x < y ? x : y)
CUDA_EMULATOR_LANES_OF_EACH(__vabs, x < 0 ? -x : x)
CUDA_EMULATOR_LANES_OF_EACH(__vabsss, cuda_emulator::math::saturated<lane>(x < 0 ? -x : x))
CUDA_EMULATOR_LANES_OF_EACH(__vneg, -x)
CUDA_EMULATOR_LANES_OF_EACH(__vnegss, cuda_emulator::math::saturated<lane>(-x))
CUDA_EMULATOR_COMPARE(eq, unsigned, x == y)
CUDA_EMULATOR_COMPARE(ne, unsigned, x != y)
CUDA_EMULATOR_COMPARE(ges, signed, x >= y)
CUDA_EMULATOR_COMPARE(geu, unsigned, x >= y)
CUDA_EMULATOR_COMPARE(gts, signed, x > y)
CUDA_EMULATOR_COMPARE(gtu, unsigned, x > y)
CUDA_EMULATOR_COMPARE(les, signed, x <= y)
CUDA_EMULATOR_COMPARE(leu, unsigned, x <= y)
CUDA_EMULATOR_COMPARE(lts, signed, x < y)
CUDA_EMULATOR_COMPARE(ltu, unsigned, x < y)

#undef CUDA_EMULATOR_COMPARE
#undef CUDA_EMULATOR_LANES_OF_EACH
#undef CUDA_EMULATOR_LANES_OF_ONE
#undef CUDA_EMULATOR_LANES
#undef CUDA_EMULATOR_LANES_OF

inline unsigned int __vsads2(unsigned int a, unsigned int b) {
    return cuda_emulator::math::sum_of_differences<short>(a, b);
}
inline unsigned int __vsads4(unsigned int a, unsigned int b) {
    return cuda_emulator::math::sum_of_differences<signed char>(a, b);
}
inline unsigned int __vsadu2(unsigned int a, unsigned int b) {
    return cuda_emulator::math::sum_of_differences<unsigned short>(a, b);
}
inline unsigned int __vsadu4(unsigned int a, unsigned int b) {
    return cuda_emulator::math::sum_of_differences<unsigned char>(a, b);
}

// ---- loads and stores with a hint for the caches, which a CPU has no use for ----

template <class T> inline T __ldg(const T *p) {
    return *p;
}
template <class T> inline T __ldca(const T *p) {
    return *p;
}
template <class T> inline T __ldcg(const T *p) {
    return *p;
}
template <class T> inline T __ldcs(const T *p) {
    return *p;
}
template <class T> inline T __ldlu(const T *p) {
    return *p;
}
// The one hint with a meaning: the value is read from memory anew each time.
template <class T> inline T __ldcv(const T *p) {
    __asm__ __volatile__("" ::: "memory");
    return *p;
}
template <class T> inline void __stwb(T *p, cuda_emulator::math::converted<T> value) {
    *p = value;
}
template <class T> inline void __stcg(T *p, cuda_emulator::math::converted<T> value) {
    *p = value;
}
template <class T> inline void __stcs(T *p, cuda_emulator::math::converted<T> value) {
    *p = value;
}
template <class T> inline void __stwt(T *p, cuda_emulator::math::converted<T> value) {
    *p = value;
    __asm__ __volatile__("" ::: "memory");
}

// ---- time ----
//
// A counter that only grows, here of nanoseconds. clock() is the C library's on the host; in device
// code the rewriter puts cuda_emulator_clock() in its place.

inline long long clock64() {
    timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return static_cast<long long>(now.tv_sec) * 1000000000 + now.tv_nsec;
}

inline clock_t cuda_emulator_clock() {
    return static_cast<clock_t>(clock64());
}

// A GPU waits for anything from 0 to twice the time asked for; here it is 0. Who sleeps waits for
// somebody.
inline void __nanosleep(unsigned int nanoseconds) {
    static_cast<void>(nanoseconds);
    cuda_emulator::looked_in_vain();
}

#undef CUDA_EMULATOR_LIBM_HAS_SINPI
#undef CUDA_EMULATOR_LIBM_HAS_RSQRT

#endif // __cplusplus
#endif
