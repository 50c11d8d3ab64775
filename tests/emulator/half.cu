// half.cu: numbers of 16 bits, cuda_fp16.h and cuda_bf16.h: every function, of every number where
// that can be, against rounding by arithmetic of double; pairs, comparisons, conversions, and what
// kernels share.
#include "check.h"

#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <algorithm>
#include <cmath>
#include <limits>

// ---- the two types by one name ------------------------------------------------------------------

#define NAMES(API, NUMBER, PAIR, NAME, PAIR_NAME, FRACTION_BITS)                                   \
    struct API {                                                                                   \
        typedef NUMBER number;                                                                     \
        typedef PAIR pair;                                                                         \
        static constexpr int FRACTION = FRACTION_BITS;                                             \
        static __host__ __device__ NUMBER of(unsigned bits) {                                      \
            return __ushort_as_##NAME(static_cast<unsigned short>(bits));                          \
        }                                                                                          \
        static __host__ __device__ PAIR pair_of(NUMBER x, NUMBER y) {                              \
            return __halves2##PAIR_NAME(x, y);                                                     \
        }                                                                                          \
        static __host__ __device__ float to_float(NUMBER x) { return __##NAME##2float(x); }        \
        static __host__ __device__ NUMBER low(PAIR p) { return __low2##NAME(p); }                  \
        static __host__ __device__ NUMBER high(PAIR p) { return __high2##NAME(p); }                \
        static __host__ __device__ NUMBER from_float(float x) { return __float2##NAME(x); }        \
        static __host__ __device__ NUMBER from_float_rn(float x) {                                 \
            return __float2##NAME##_rn(x);                                                         \
        }                                                                                          \
        static __host__ __device__ NUMBER from_float_rz(float x) {                                 \
            return __float2##NAME##_rz(x);                                                         \
        }                                                                                          \
        static __host__ __device__ NUMBER from_float_ru(float x) {                                 \
            return __float2##NAME##_ru(x);                                                         \
        }                                                                                          \
        static __host__ __device__ NUMBER from_float_rd(float x) {                                 \
            return __float2##NAME##_rd(x);                                                         \
        }                                                                                          \
        static __host__ __device__ NUMBER from_double(double x) { return __double2##NAME(x); }     \
        static __host__ __device__ signed char to_char(NUMBER x) { return __##NAME##2char_rz(x); } \
        static __host__ __device__ unsigned char to_uchar(NUMBER x) {                              \
            return __##NAME##2uchar_rz(x);                                                         \
        }                                                                                          \
        CONVERSIONS(short, short, NUMBER, NAME)                                                    \
        CONVERSIONS(unsigned short, ushort, NUMBER, NAME)                                          \
        CONVERSIONS(int, int, NUMBER, NAME)                                                        \
        CONVERSIONS(unsigned int, uint, NUMBER, NAME)                                              \
        CONVERSIONS(long long, ll, NUMBER, NAME)                                                   \
        CONVERSIONS(unsigned long long, ull, NUMBER, NAME)                                         \
    };                                                                                             \
    static __host__ __device__ unsigned long long bits(NUMBER x) {                                 \
        return __##NAME##_as_ushort(x);                                                            \
    }                                                                                              \
    static __host__ __device__ unsigned long long bits(PAIR p) {                                   \
        return bits(p.x) | bits(p.y) << 16;                                                        \
    }
#define CONVERSIONS(T, TNAME, NUMBER, NAME)                                                        \
    static __host__ __device__ T TNAME##_rz(NUMBER x) {                                            \
        return __##NAME##2##TNAME##_rz(x);                                                         \
    }                                                                                              \
    static __device__ T TNAME##_rn(NUMBER x) {                                                     \
        return __##NAME##2##TNAME##_rn(x);                                                         \
    }                                                                                              \
    static __device__ T TNAME##_ru(NUMBER x) {                                                     \
        return __##NAME##2##TNAME##_ru(x);                                                         \
    }                                                                                              \
    static __device__ T TNAME##_rd(NUMBER x) {                                                     \
        return __##NAME##2##TNAME##_rd(x);                                                         \
    }                                                                                              \
    static __host__ __device__ NUMBER from_##TNAME##_rn(T x) {                                     \
        return __##TNAME##2##NAME##_rn(x);                                                         \
    }                                                                                              \
    static __device__ NUMBER from_##TNAME##_rz(T x) {                                              \
        return __##TNAME##2##NAME##_rz(x);                                                         \
    }                                                                                              \
    static __device__ NUMBER from_##TNAME##_ru(T x) {                                              \
        return __##TNAME##2##NAME##_ru(x);                                                         \
    }                                                                                              \
    static __device__ NUMBER from_##TNAME##_rd(T x) {                                              \
        return __##TNAME##2##NAME##_rd(x);                                                         \
    }
NAMES(half_api, __half, __half2, half, half2, 10)
NAMES(bfloat16_api, __nv_bfloat16, __nv_bfloat162, bfloat16, bfloat162, 7)

// Also for integers: what a kernel hands back is the same bits, whatever it is.
template <class T> static __host__ __device__ unsigned long long bits(T x) {
    return static_cast<unsigned long long>(x);
}
static __host__ __device__ unsigned long long bits(float x) {
    unsigned u;
    memcpy(&u, &x, sizeof u);
    return u;
}
// Where CUDA does not say which NaN it is.
template <class T> static __host__ __device__ unsigned long long any_nan(T x) {
    return __hisnan(x) ? 0x7fff : bits(x);
}
static __host__ __device__ unsigned long long float_bits(float x) {
    return x != x ? 0x7fffffff : bits(x);
}

// ---- rounding by arithmetic
// -------------------------------------------------------------------------

enum mode { to_nearest, to_zero, up, down };

// What is exact: `near` is the nearest double to it, and `behind` has the sign of what is missing.
struct exact {
    double near, behind;
    exact(double n, double b = 0) : near(n), behind(b) {}
};
static bool at_least(exact e, double bound) {
    return e.near > bound || (e.near == bound && e.behind >= 0);
}

template <class Api> struct format {
    static constexpr unsigned INFINITE = 0x8000 - (1 << Api::FRACTION);
    static constexpr int LEAST_EXPONENT = 2 - (1 << (14 - Api::FRACTION)); // of a normal number
    // Of infinity: what would come after the largest number.
    static double value(unsigned size) {
        const int exponent = static_cast<int>(size >> Api::FRACTION);
        const int fraction = static_cast<int>(size & ((1u << Api::FRACTION) - 1));
        const int least = LEAST_EXPONENT - Api::FRACTION;
        return exponent == 0 ? std::ldexp(fraction, least)
                             : std::ldexp(fraction + (1 << Api::FRACTION), least + exponent - 1);
    }
    static double number(unsigned bits) {
        const unsigned size = bits & 0x7fff;
        const double x = size > INFINITE ? NAN : size == INFINITE ? HUGE_VAL : value(size);
        return bits >> 15 ? -x : x;
    }
    static unsigned long long rounded(exact e, mode m = to_nearest) {
        if (std::isnan(e.near))
            return 0x7fff;
        const bool negative = std::signbit(e.near);
        const unsigned sign = negative ? 0x8000 : 0;
        if (negative)
            e.near = -e.near, e.behind = -e.behind;
        if (std::isinf(e.near))
            return sign | INFINITE;
        if (e.near == 0)
            return sign;
        // The number that is not larger, from how many of its last places there are.
        const int exponent = std::max(std::ilogb(e.near), LEAST_EXPONENT);
        const double places = std::floor(std::ldexp(e.near, Api::FRACTION - exponent));
        const double number = (exponent - LEAST_EXPONENT) * std::ldexp(1, Api::FRACTION) + places;
        unsigned low = static_cast<unsigned>(std::min<double>(number, INFINITE));
        if (e.near == value(low) && e.behind < 0)
            --low;
        if (low == INFINITE) // finite, but beyond
            return sign |
                   (m == to_nearest || m == (negative ? down : up) ? INFINITE : INFINITE - 1);
        if (e.near == value(low) && e.behind == 0)
            return sign | low;
        const double middle = (value(low) + value(low + 1)) / 2;
        const bool tie = e.near == middle && e.behind == 0;
        const bool away = m == to_nearest ? (tie ? low % 2 != 0 : at_least(e, middle))
                                          : m == (negative ? down : up);
        return sign | (low + away);
    }
};

static exact sum(double a, double b) {
    const double s = a + b, part = s - a;
    return exact(s, std::isfinite(s) ? (a - (s - part)) + (b - part) : 0);
}
static exact product(double a, double b) {
    return a * b; // of numbers of 16 bits: exact
}
static exact quotient(double a, double b) {
    const double q = a / b;
    if (!std::isfinite(q) || !std::isfinite(b))
        return q;
    const double rest = std::fma(-q, b, a);
    return exact(q, b < 0 ? -rest : rest);
}
static exact root(double a) {
    const double r = std::sqrt(a);
    return exact(r, std::isfinite(r) ? std::fma(-r, r, a) : 0);
}
static double larger(double a, double b) {
    return std::isnan(a)   ? b
           : std::isnan(b) ? a
           : a == b        ? (std::signbit(a) ? b : a)
                           : (a > b ? a : b);
}
static double smaller(double a, double b) {
    return -larger(-a, -b);
}
static double if_none_is_nan(double a, double b, double otherwise) {
    return std::isnan(a) || std::isnan(b) ? NAN : otherwise;
}
// The nearest integer of type T; NaN is 0, or in 64 bits the sign bit.
template <class T> static unsigned long long integer(double x, mode m) {
    if (std::isnan(x))
        return bits(sizeof(T) == 8 ? static_cast<T>(1ull << 63) : T(0));
    x = m == to_nearest ? std::nearbyint(x)
        : m == to_zero  ? std::trunc(x)
        : m == up       ? std::ceil(x)
                        : std::floor(x);
    const double beyond = std::ldexp(1, std::numeric_limits<T>::digits);
    if (x >= beyond)
        return bits(std::numeric_limits<T>::max());
    if (x < (std::is_signed<T>::value ? -beyond : 0))
        return bits(std::numeric_limits<T>::min());
    return bits(static_cast<T>(x));
}

// ---- what is tested -----------------------------------------------------------------------------
//
// F(name, what a kernel or the host gets, what is expected): of the numbers a, b and c, whose
// values are x, y and z; `f` is the format.

#define OF_ONE(F)                                                                                  \
    F("to float", float_bits(Api::to_float(a)), float_bits(static_cast<float>(x)))                 \
    F("__hneg", any_nan(__hneg(a)), f::rounded(-x))                                                \
    F("__habs", any_nan(__habs(a)), f::rounded(std::fabs(x)))                                      \
    F("unary -", any_nan(-a), f::rounded(-x))                                                      \
    F("unary +", bits(+a), i)                                                                      \
    F("__hisnan", bits(__hisnan(a)), std::isnan(x))                                                \
    F("__hisinf", bits(__hisinf(a)), bits(std::isinf(x) ? (x < 0 ? -1 : 1) : 0))                   \
    F("bool", bits(static_cast<bool>(a)), x != 0)                                                  \
    F("int", bits(static_cast<int>(a)), integer<int>(x, to_zero))                                  \
    F("unsigned long", bits(static_cast<unsigned long>(a)), integer<unsigned long>(x, to_zero))    \
    F("to char_rz", bits(Api::to_char(a)), integer<signed char>(x, to_zero))                       \
    F("to uchar_rz", bits(Api::to_uchar(a)), integer<unsigned char>(x, to_zero))                   \
    F("to short_rz", bits(Api::short_rz(a)), integer<short>(x, to_zero))                           \
    F("to ushort_rz", bits(Api::ushort_rz(a)), integer<unsigned short>(x, to_zero))                \
    F("to int_rz", bits(Api::int_rz(a)), integer<int>(x, to_zero))                                 \
    F("to uint_rz", bits(Api::uint_rz(a)), integer<unsigned>(x, to_zero))                          \
    F("to ll_rz", bits(Api::ll_rz(a)), integer<long long>(x, to_zero))                             \
    F("to ull_rz", bits(Api::ull_rz(a)), integer<unsigned long long>(x, to_zero))                  \
    F("++", bits(++(b = a)), f::rounded(sum(x, 1)))                                                \
    F("--", bits(--(b = a)), f::rounded(sum(x, -1)))                                               \
    F("++ behind", bits((b = a, b++)), i)                                                          \
    F("other number of 16 bits", any_nan(typename other<Api>::type::number(a)),                    \
      format<typename other<Api>::type>::rounded(x))

#define TO_INTEGERS(F, SUFFIX, MODE)                                                               \
    F("to short" #SUFFIX, bits(Api::short##SUFFIX(a)), integer<short>(x, MODE))                    \
    F("to ushort" #SUFFIX, bits(Api::ushort##SUFFIX(a)), integer<unsigned short>(x, MODE))         \
    F("to int" #SUFFIX, bits(Api::int##SUFFIX(a)), integer<int>(x, MODE))                          \
    F("to uint" #SUFFIX, bits(Api::uint##SUFFIX(a)), integer<unsigned>(x, MODE))                   \
    F("to ll" #SUFFIX, bits(Api::ll##SUFFIX(a)), integer<long long>(x, MODE))                      \
    F("to ull" #SUFFIX, bits(Api::ull##SUFFIX(a)), integer<unsigned long long>(x, MODE))

#define OF_ONE_IN_KERNELS(F)                                                                       \
    TO_INTEGERS(F, _rn, to_nearest)                                                                \
    TO_INTEGERS(F, _ru, up)                                                                        \
    TO_INTEGERS(F, _rd, down)                                                                      \
    F("htrunc", any_nan(htrunc(a)), f::rounded(std::trunc(x)))                                     \
    F("hfloor", any_nan(hfloor(a)), f::rounded(std::floor(x)))                                     \
    F("hceil", any_nan(hceil(a)), f::rounded(std::ceil(x)))                                        \
    F("hrint", any_nan(hrint(a)), f::rounded(std::nearbyint(x)))                                   \
    F("h2rint", any_nan(Api::high(h2rint(Api::pair_of(b, a)))), f::rounded(std::nearbyint(x)))

// As good as exact; off by the last bit at most.
#define NEARLY(F)                                                                                  \
    F("hsqrt", any_nan(hsqrt(a)), f::rounded(root(x)))                                             \
    F("hrcp", any_nan(hrcp(a)), f::rounded(quotient(1, x)))                                        \
    F("hrsqrt", any_nan(hrsqrt(a)), f::rounded(1 / std::sqrt(x)))                                  \
    F("hexp", any_nan(hexp(a)), f::rounded(std::exp(x)))                                           \
    F("hexp2", any_nan(hexp2(a)), f::rounded(std::exp2(x)))                                        \
    F("hexp10", any_nan(hexp10(a)), f::rounded(std::pow(10, x)))                                   \
    F("hlog", any_nan(hlog(a)), f::rounded(std::log(x)))                                           \
    F("hlog2", any_nan(hlog2(a)), f::rounded(std::log2(x)))                                        \
    F("hlog10", any_nan(hlog10(a)), f::rounded(std::log10(x)))                                     \
    F("hsin", any_nan(hsin(a)), f::rounded(std::sin(x)))                                           \
    F("hcos", any_nan(hcos(a)), f::rounded(std::cos(x)))                                           \
    F("htanh", any_nan(htanh(a)), f::rounded(std::tanh(x)))                                        \
    F("h2sqrt", any_nan(Api::low(h2sqrt(Api::pair_of(a, b)))), f::rounded(root(x)))                \
    F("h2exp2", any_nan(Api::high(h2exp2(Api::pair_of(b, a)))), f::rounded(std::exp2(x)))

#define COMPARISON(F, NAME, ORDERED, UNORDERED)                                                    \
    F("__h" #NAME, bits(__h##NAME(a, b)), ORDERED)                                                 \
    F("__h" #NAME "u", bits(__h##NAME##u(a, b)), UNORDERED)                                        \
    F("__h" #NAME "2", bits(__h##NAME##2(p, q)),                                                   \
      f::rounded(ORDERED) | f::rounded(swapped(ORDERED)) << 16)                                    \
    F("__h" #NAME "u2", bits(__h##NAME##u2(p, q)),                                                 \
      f::rounded(UNORDERED) | f::rounded(swapped(UNORDERED)) << 16)                                \
    F("__h" #NAME "2_mask", bits(__h##NAME##2_mask(p, q)),                                         \
      ((ORDERED) ? 0xffffu : 0) | (swapped(ORDERED) ? 0xffff0000u : 0))                            \
    F("__h" #NAME "u2_mask", bits(__h##NAME##u2_mask(p, q)),                                       \
      ((UNORDERED) ? 0xffffu : 0) | (swapped(UNORDERED) ? 0xffff0000u : 0))                        \
    F("__hb" #NAME "2", bits(__hb##NAME##2(p, q)), (ORDERED) && swapped(ORDERED))                  \
    F("__hb" #NAME "u2", bits(__hb##NAME##u2(p, q)), (UNORDERED) && swapped(UNORDERED))
// The condition with y and x exchanged.
#define swapped(CONDITION) [&](double y, double x) -> bool { return CONDITION; }(x, y)

// p is (a, b) and q is (b, a).
#define OF_TWO(F)                                                                                  \
    F("__hadd", bits(__hadd(a, b)), f::rounded(sum(x, y)))                                         \
    F("__hsub", bits(__hsub(a, b)), f::rounded(sum(x, -y)))                                        \
    F("__hmul", bits(__hmul(a, b)), f::rounded(product(x, y)))                                     \
    F("__hdiv", bits(__hdiv(a, b)), f::rounded(quotient(x, y)))                                    \
    F("__hadd_rn", bits(__hadd_rn(a, b)), f::rounded(sum(x, y)))                                   \
    F("__hsub_rn", bits(__hsub_rn(a, b)), f::rounded(sum(x, -y)))                                  \
    F("__hmul_rn", bits(__hmul_rn(a, b)), f::rounded(product(x, y)))                               \
    F("__hadd_sat", bits(__hadd_sat(a, b)), saturated<f>(f::rounded(sum(x, y))))                   \
    F("__hsub_sat", bits(__hsub_sat(a, b)), saturated<f>(f::rounded(sum(x, -y))))                  \
    F("__hmul_sat", bits(__hmul_sat(a, b)), saturated<f>(f::rounded(product(x, y))))               \
    F("__hmul2_sat", bits(__hmul2_sat(p, q)) & 0xffff, saturated<f>(f::rounded(product(x, y))))    \
    F("+", bits(a + b), f::rounded(sum(x, y)))                                                     \
    F("-", bits(a - b), f::rounded(sum(x, -y)))                                                    \
    F("*", bits(a *b), f::rounded(product(x, y)))                                                  \
    F("/", bits(a / b), f::rounded(quotient(x, y)))                                                \
    F("+=", bits((c = a, c += b)), f::rounded(sum(x, y)))                                          \
    F("/=", bits((c = a, c /= b)), f::rounded(quotient(x, y)))                                     \
    F("==", bits(a == b), x == y)                                                                  \
    F("!=", bits(a != b), x != y)                                                                  \
    F("<", bits(a < b), x < y)                                                                     \
    F("<=", bits(a <= b), x <= y)                                                                  \
    F(">", bits(a > b), x > y)                                                                     \
    F(">=", bits(a >= b), x >= y)                                                                  \
    F("__hmin", bits(__hmin(a, b)), f::rounded(smaller(x, y)))                                     \
    F("__hmax", bits(__hmax(a, b)), f::rounded(larger(x, y)))                                      \
    F("__hmin_nan", bits(__hmin_nan(a, b)), f::rounded(if_none_is_nan(x, y, smaller(x, y))))       \
    F("__hmax_nan", bits(__hmax_nan(a, b)), f::rounded(if_none_is_nan(x, y, larger(x, y))))        \
    F("__hadd2", bits(__hadd2(p, q)), f::rounded(sum(x, y)) * 0x10001)                             \
    F("__hsub2", bits(__hsub2(p, q)), f::rounded(sum(x, -y)) | f::rounded(sum(y, -x)) << 16)       \
    F("__hmul2", bits(__hmul2(p, q)), f::rounded(product(x, y)) * 0x10001)                         \
    F("__h2div", bits(__h2div(p, q)),                                                              \
      f::rounded(quotient(x, y)) | f::rounded(quotient(y, x)) << 16)                               \
    F("__hmin2", bits(__hmin2(p, q)), f::rounded(smaller(x, y)) * 0x10001)                         \
    F("__hmax2_nan", bits(__hmax2_nan(p, q)) >> 16,                                                \
      f::rounded(if_none_is_nan(x, y, larger(x, y))))                                              \
    F("pair - pair", bits(p - q), f::rounded(sum(x, -y)) | f::rounded(sum(y, -x)) << 16)           \
    F("pair == pair", bits(p == q), x == y)                                                        \
    F("pair != pair", bits(p != q), x != y)                                                        \
    F("__hneg2", any_nan(Api::high(__hneg2(p))), f::rounded(-y))                                   \
    F("__habs2", any_nan(Api::low(__habs2(p))), f::rounded(std::fabs(x)))                          \
    F("__lowhigh2highlow", bits(__lowhigh2highlow(p)), bits(b) | bits(a) << 16)                    \
    F("__low2float", float_bits(__low2float(p)), float_bits(static_cast<float>(x)))                \
    F("__hisnan2", bits(__hisnan2(p)),                                                             \
      f::rounded(std::isnan(x)) | f::rounded(std::isnan(y)) << 16)                                 \
    COMPARISON(F, eq, x == y, !(x < y || x > y))                                                   \
    COMPARISON(F, ne, x<y || x> y, x != y)                                                         \
    COMPARISON(F, lt, x < y, !(x >= y))                                                            \
    COMPARISON(F, le, x <= y, !(x > y))                                                            \
    COMPARISON(F, gt, x > y, !(x <= y))                                                            \
    COMPARISON(F, ge, x >= y, !(x < y))

// a * b + c
#define OF_THREE(F)                                                                                \
    F("__hfma", bits(__hfma(a, b, c)), f::rounded(sum(x *y, z)))                                   \
    F("__hfma_sat", bits(__hfma_sat(a, b, c)), saturated<f>(f::rounded(sum(x * y, z))))            \
    F("__hfma_relu", bits(__hfma_relu(a, b, c)), not_negative(f::rounded(sum(x *y, z))))           \
    F("__hfma2", bits(__hfma2(p, q, Api::pair_of(c, c))), f::rounded(sum(x *y, z)) * 0x10001)      \
    F("__hfma2_relu", bits(__hfma2_relu(p, q, Api::pair_of(c, c))),                                \
      not_negative(f::rounded(sum(x *y, z))) * 0x10001)                                            \
    F("__hcmadd", any_nan(Api::low(__hcmadd(p, q, Api::pair_of(c, c)))),                           \
      f::rounded(sum(-y *x, f::number(f::rounded(sum(x *y, z))))))                                 \
    F("atomicAdd", in_order(v, a, b), bits(a) | f::rounded(sum(x, y)) << 16)

// A float x, a double w, and an integer v.
#define FROM_OTHERS(F)                                                                             \
    F("from float", bits(Api::from_float(x)), f::rounded(x))                                       \
    F("from float_rn", bits(Api::from_float_rn(x)), f::rounded(x))                                 \
    F("from float_rz", bits(Api::from_float_rz(x)), f::rounded(x, to_zero))                        \
    F("from float_ru", bits(Api::from_float_ru(x)), f::rounded(x, up))                             \
    F("from float_rd", bits(Api::from_float_rd(x)), f::rounded(x, down))                           \
    F("from double", bits(Api::from_double(w)), f::rounded(w))                                     \
    F("= float", bits(typename Api::number(x)), f::rounded(x))                                     \
    F("= double", bits(typename Api::number(w)), f::rounded(w))                                    \
    F("= long", bits(typename Api::number(static_cast<long>(v))), f::rounded(whole(v)))            \
    F("= int", bits(typename Api::number(static_cast<int>(v))),                                    \
      f::rounded(whole(static_cast<int>(v))))                                                      \
    FROM_INTEGERS(F, _rn, to_nearest)
#define FROM_INTEGERS(F, SUFFIX, MODE)                                                             \
    FROM_INTEGER(F, short, short, SUFFIX, MODE)                                                    \
    FROM_INTEGER(F, unsigned short, ushort, SUFFIX, MODE)                                          \
    FROM_INTEGER(F, int, int, SUFFIX, MODE)                                                        \
    FROM_INTEGER(F, unsigned int, uint, SUFFIX, MODE)                                              \
    FROM_INTEGER(F, long long, ll, SUFFIX, MODE)                                                   \
    FROM_INTEGER(F, unsigned long long, ull, SUFFIX, MODE)
#define FROM_INTEGER(F, T, NAME, SUFFIX, MODE)                                                     \
    F("from " #NAME #SUFFIX, bits(Api::from_##NAME##SUFFIX(static_cast<T>(v))),                    \
      f::rounded(whole(static_cast<T>(v)), MODE))
#define FROM_OTHERS_IN_KERNELS(F)                                                                  \
    FROM_INTEGERS(F, _rz, to_zero)                                                                 \
    FROM_INTEGERS(F, _ru, up)                                                                      \
    FROM_INTEGERS(F, _rd, down)

template <class Api> struct other { typedef bfloat16_api type; };
template <> struct other<bfloat16_api> { typedef half_api type; };

template <class T> static exact whole(T x) {
    const double near = static_cast<double>(x);
    if (near >= std::ldexp(1, std::numeric_limits<T>::digits))
        return exact(near, -1);
    const T back = static_cast<T>(near);
    return exact(near, x > back ? 1 : x < back ? -1 : 0);
}
template <class Format> static unsigned long long saturated(unsigned long long number) {
    const double x = Format::number(static_cast<unsigned>(number));
    return x > 0 ? (x < 1 ? number : Format::rounded(1)) : 0;
}
static unsigned long long not_negative(unsigned long long number) {
    return number >> 15 ? 0 : number;
}
// What atomicAdd returns, and what it leaves.
template <class T> static __device__ unsigned long long in_order(T *place, T a, T b) {
    *place = a;
    const unsigned long long before = bits(atomicAdd(place, b));
    return before | bits(*place) << 16;
}

// ---- in kernels ---------------------------------------------------------------------------------

#define IN_KERNEL(NAME, GOT, EXPECTED) out[k++ * n + i] = GOT;

template <class Api> __global__ void one(unsigned long long *out, unsigned n) {
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        unsigned k = 0;
        const typename Api::number a = Api::of(i);
        typename Api::number b = a;
        OF_ONE(IN_KERNEL)
        OF_ONE_IN_KERNELS(IN_KERNEL)
        NEARLY(IN_KERNEL)
    }
}
template <class Api>
__global__ void two(const unsigned short *in, unsigned long long *out, unsigned n) {
    __shared__ typename Api::pair places[128];
    typename Api::number *const v = &places[threadIdx.x].y;
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        unsigned k = 0;
        const typename Api::number a = Api::of(in[3 * i]), b = Api::of(in[3 * i + 1]);
        typename Api::number c = a;
        const typename Api::pair p = Api::pair_of(a, b), q = Api::pair_of(b, a);
        OF_TWO(IN_KERNEL)
        c = Api::of(in[3 * i + 2]);
        OF_THREE(IN_KERNEL)
    }
}
template <class Api>
__global__ void others(const float *floats, const double *doubles, const long long *integers,
                       unsigned long long *out, unsigned n) {
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        unsigned k = 0;
        const float x = floats[i];
        const double w = doubles[i];
        const long long v = integers[i];
        FROM_OTHERS(IN_KERNEL)
        FROM_OTHERS_IN_KERNELS(IN_KERNEL)
    }
}

#define COUNT(NAME, GOT, EXPECTED) +1

// ---- and expected -------------------------------------------------------------------------------

#ifdef CUDA_EMULATOR
static const bool ON_GPU = false;
static const unsigned LAST_BITS = 0;
#else
static const bool ON_GPU = true;
static const unsigned LAST_BITS = 1;
#endif

// Counts the wrong results of each function, and shows the first.
struct tally {
    const char *type;
    std::vector<std::string> names;
    std::vector<long> wrong;
    void next(unsigned k, const char *name, unsigned long long got, unsigned long long expected,
              const std::string &arguments, unsigned tolerance = 0) {
        if (k >= names.size())
            names.push_back(name), wrong.push_back(0);
        if (got == expected || (ON_GPU && is_alike(got, expected)))
            return;
        // The bits of numbers of one sign are in the order of size.
        const long long off = static_cast<long long>(got) - static_cast<long long>(expected);
        if (tolerance != 0 && off <= tolerance && -off <= static_cast<long long>(tolerance))
            return;
        if (wrong[k]++ == 0)
            std::printf("%s, %s of %s is %llx, expected %llx\n", type, name, arguments.c_str(), got,
                        expected);
    }
    // An H200's NaNs are 7fff mostly, but 7fc0 where bf16 comes from double; and of two zeros its
    // __hmin_nan and __hmax_nan return either.
    bool is_alike(unsigned long long got, unsigned long long expected) const {
        const unsigned infinite = type[0] == 'n' ? 0x7f80 : 0x7c00;
        for (int shift = 0; shift < 64; shift += 16) {
            const unsigned a = static_cast<unsigned>(got >> shift) & 0xffff;
            const unsigned b = static_cast<unsigned>(expected >> shift) & 0xffff;
            const bool both_nan = (a & 0x7fff) > infinite && (b & 0x7fff) > infinite;
            if (a != b && !both_nan && ((a | b) & 0x7fff) != 0)
                return false;
        }
        return true;
    }
    void tell() const {
        for (size_t k = 0; k < names.size(); ++k)
            CHECK_EQUAL(wrong[k], 0);
    }
};

static std::string hex(unsigned long long x) {
    char text[32];
    std::snprintf(text, sizeof text, "%llx ", x);
    return text;
}

#define EXPECT(NAME, GOT, EXPECTED) t.next(k, NAME, got[k * n + i], EXPECTED, arguments), ++k;
#define EXPECT_NEAR(NAME, GOT, EXPECTED)                                                           \
    t.next(k, NAME, got[k * n + i], EXPECTED, arguments, LAST_BITS), ++k;
#define EXPECT_ON_HOST(NAME, GOT, EXPECTED) t.next(k, NAME, GOT, EXPECTED, arguments), ++k;

template <class Api> static void test_one(const char *type) {
    typedef format<Api> f;
    const unsigned n = 65536;
    const unsigned functions = 0 OF_ONE(COUNT) OF_ONE_IN_KERNELS(COUNT) NEARLY(COUNT);
    device_array<unsigned long long> out(functions * n);
    one<Api><<<64, 128>>>(static_cast<unsigned long long *>(out), n);
    CHECK_LAUNCH();
    const std::vector<unsigned long long> got = out.get();
    tally t = {type, {}, {}}, on_host = {type, {}, {}};
    for (unsigned i = 0; i < n; ++i) {
        const double x = f::number(i);
        const std::string arguments = hex(i);
        unsigned k = 0;
        {OF_ONE(EXPECT) OF_ONE_IN_KERNELS(EXPECT) NEARLY(EXPECT_NEAR)} k = 0;
        const typename Api::number a = Api::of(i);
        typename Api::number b = a;
        tally &t = on_host;
        OF_ONE(EXPECT_ON_HOST)
    }
    t.tell();
    on_host.tell();
}

static unsigned long long state = 88172645463325252ull;
static unsigned next_random() {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return static_cast<unsigned>(state >> 16);
}

template <class Api> static void test_two(const char *type) {
    typedef format<Api> f;
    // Each of these with each, and random ones: any, and such as lie near each other.
    const unsigned special[] = {0,
                                0x8000,
                                1,
                                0x8001,
                                2,
                                0x03ff,
                                0x0400,
                                0x3c00,
                                0x3f80,
                                0xbc00,
                                0x7bff,
                                0x7f7f,
                                0x7fff,
                                0xfe01,
                                f::INFINITE,
                                0x4000,
                                0x0080,
                                0x00ff,
                                f::INFINITE | 0x8000,
                                0x4248};
    std::vector<unsigned short> in;
    for (const unsigned a : special)
        for (const unsigned b : special)
            for (const unsigned c : {0x8000u, 0x3c00u, 1u, unsigned(f::INFINITE), 0xc49au})
                for (const unsigned x : {a, b, c})
                    in.push_back(static_cast<unsigned short>(x));
    while (in.size() < 3 * 20000) {
        const unsigned a = next_random();
        const bool near = next_random() % 2 != 0;
        in.push_back(static_cast<unsigned short>(a));
        in.push_back(static_cast<unsigned short>(
            near ? (a ^ (next_random() & 0x8000)) + next_random() % 4096 - 2048 : next_random()));
        // To the product, or half of its last bit, or far from it.
        const double x = f::number(in[in.size() - 2]), y = f::number(in.back());
        const unsigned product = static_cast<unsigned>(f::rounded(x * y));
        const unsigned far = ((next_random() % (3 * Api::FRACTION)) << Api::FRACTION) | (a & 3);
        in.push_back(static_cast<unsigned short>(near ? (product ^ 0x8000) - far : next_random()));
    }
    const unsigned n = static_cast<unsigned>(in.size() / 3);
    const unsigned functions = 0 OF_TWO(COUNT) OF_THREE(COUNT);
    device_array<unsigned short> dev_in(in);
    device_array<unsigned long long> out(functions * n);
    two<Api><<<64, 128>>>(static_cast<const unsigned short *>(dev_in),
                          static_cast<unsigned long long *>(out), n);
    CHECK_LAUNCH();
    const std::vector<unsigned long long> got = out.get();
    tally t = {type, {}, {}}, on_host = {type, {}, {}};
    for (unsigned i = 0; i < n; ++i) {
        const typename Api::number a = Api::of(in[3 * i]), b = Api::of(in[3 * i + 1]);
        const double x = f::number(in[3 * i]), y = f::number(in[3 * i + 1]);
        const double z = f::number(in[3 * i + 2]);
        const std::string arguments = hex(in[3 * i]) + hex(in[3 * i + 1]) + hex(in[3 * i + 2]);
        unsigned k = 0;
        {OF_TWO(EXPECT) OF_THREE(EXPECT)} k = 0;
        typename Api::number c = a;
        const typename Api::pair p = Api::pair_of(a, b), q = Api::pair_of(b, a);
        tally &t = on_host;
        OF_TWO(EXPECT_ON_HOST)
    }
    t.tell();
    on_host.tell();
}

template <class Api> static void test_others(const char *type) {
    typedef format<Api> f;
    std::vector<float> floats = {0.0f, -0.0f,  HUGE_VALF, -HUGE_VALF,
                                 NAN,  1e-45f, 3.4e38f,   -3.4e38f};
    std::vector<double> doubles = {0.0, -0.0, HUGE_VAL, -HUGE_VAL, NAN, 5e-324, 1.7e308, -1.7e308};
    std::vector<long long> integers = {0, 1, -1, 65504, 65519, 65520, -65520, 1ll << 62};
    // All middles between two numbers, and what lies closest to them.
    for (unsigned i = 0; i < f::INFINITE; i += 1 + next_random() % 8) {
        const double sign = i % 2 != 0 ? -1 : 1;
        const double middle = (f::value(i) + f::value(i + 1)) / 2 * sign;
        const float x = static_cast<float>(middle);
        for (const float y : {x, std::nextafter(x, 0.0f), std::nextafter(x, 2 * x)})
            floats.push_back(y);
        for (const double y :
             {middle, std::nextafter(middle, 0.0), std::nextafter(middle, 2 * middle)})
            doubles.push_back(y);
        for (int step = -1; step <= 1; ++step) {
            const int exponent = static_cast<int>(next_random() % 63);
            const long long around = static_cast<long long>(next_random()) << 32 | next_random();
            integers.push_back(std::fabs(middle) > 1 && std::fabs(middle) < 0x1p62
                                   ? static_cast<long long>(middle) + step
                                   : around >> exponent << exponent / 2);
        }
    }
    while (floats.size() % 128 != 0) {
        floats.push_back(float_of(next_random()));
        doubles.push_back(static_cast<double>(float_of(next_random())) * 1.0000001);
        integers.push_back(-static_cast<long long>(next_random()) * next_random());
    }
    const unsigned n = static_cast<unsigned>(floats.size());
    const unsigned functions = 0 FROM_OTHERS(COUNT) FROM_OTHERS_IN_KERNELS(COUNT);
    device_array<float> dev_floats(floats);
    device_array<double> dev_doubles(doubles);
    device_array<long long> dev_integers(integers);
    device_array<unsigned long long> out(functions * n);
    others<Api><<<64, 128>>>(
        static_cast<const float *>(dev_floats), static_cast<const double *>(dev_doubles),
        static_cast<const long long *>(dev_integers), static_cast<unsigned long long *>(out), n);
    CHECK_LAUNCH();
    const std::vector<unsigned long long> got = out.get();
    tally t = {type, {}, {}}, on_host = {type, {}, {}};
    for (unsigned i = 0; i < n; ++i) {
        const float x = floats[i];
        const double w = doubles[i];
        const long long v = integers[i];
        char arguments[100];
        std::snprintf(arguments, sizeof arguments, "%a, %a or %lld", static_cast<double>(x), w, v);
        unsigned k = 0;
        {FROM_OTHERS(EXPECT) FROM_OTHERS_IN_KERNELS(EXPECT)} k = 0;
        tally &t = on_host;
        FROM_OTHERS(EXPECT_ON_HOST)
    }
    t.tell();
    on_host.tell();
}

// ---- what threads share -------------------------------------------------------------------------

// Lane i has i and -i; each asks others for theirs.
template <class Api> __global__ void exchange(float *out) {
    typedef typename Api::number number;
    const int lane = static_cast<int>(threadIdx.x);
    const number mine = Api::from_float(static_cast<float>(lane));
    const typename Api::pair both = Api::pair_of(mine, -mine);
    const unsigned all = 0xffffffffu;
    out[lane] = Api::to_float(__shfl_sync(all, mine, 31 - lane));
    out[32 + lane] = Api::to_float(__shfl_up_sync(all, mine, 1));
    out[64 + lane] = Api::to_float(__shfl_down_sync(all, mine, 1, 16));
    out[96 + lane] = Api::to_float(__shfl_xor_sync(all, mine, 5));
    out[128 + lane] = __high2float(__shfl_sync(all, both, 3, 8));
    out[160 + lane] = __low2float(__shfl_xor_sync(all, both, 1));
    out[192 + lane] = __high2float(__shfl_down_sync(all, both, 2));
    out[224 + lane] = __low2float(__shfl_up_sync(all, both, 4));
}

// Everybody adds 1 to one number, 1 and 2 to a pair, and copies some with hints for the caches.
template <class Api>
__global__ void share(typename Api::number *sum, typename Api::pair *sums,
                      const typename Api::pair *in, typename Api::pair *out) {
    const typename Api::number one = Api::from_float(1);
    atomicAdd(sum + 1, one);
    atomicAdd(sums, Api::pair_of(one, one + one));
    if (blockIdx.x != 0 || threadIdx.x != 0)
        return;
    out[0] = __ldg(in);
    out[1] = __ldcg(in + 1);
    out[2] = __ldcs(in + 2);
    out[3] = __ldca(in + 3);
    __stcg(out + 4, __ldcv(in + 4));
    __stwb(out + 5, __ldlu(in + 5));
    out[6] = Api::pair_of(__ldg(&in[6].x), __ldcg(&in[6].y));
    __stcs(&out[7].x, in[7].x);
    __stwt(&out[7].y, in[7].y);
}

template <class Api> static void test_shared(const char *type) {
    device_array<float> exchanged(256);
    exchange<Api><<<1, 32>>>(static_cast<float *>(exchanged));
    CHECK_LAUNCH();
    const auto expected = [](size_t i) -> int {
        const int lane = static_cast<int>(i % 32);
        switch (i / 32) {
        case 0:
            return 31 - lane;
        case 1:
            return lane == 0 ? 0 : lane - 1;
        case 2:
            return lane % 16 == 15 ? lane : lane + 1;
        case 3:
            return lane ^ 5;
        case 4:
            return -(lane / 8 * 8 + 3);
        case 5:
            return lane ^ 1;
        case 6:
            return lane > 29 ? -lane : -(lane + 2);
        default:
            return lane < 4 ? lane : lane - 4;
        }
    };
    CHECK_ARRAY(exchanged.get(), expected, type);

    std::vector<typename Api::pair> values(8);
    for (unsigned i = 0; i < 8; ++i)
        values[i] = Api::pair_of(Api::of(2 * i), Api::of(2 * i + 1));
    device_array<typename Api::number> sum(2);
    device_array<typename Api::pair> sums(1), in(values), out(8);
    share<Api><<<2, 60>>>(
        static_cast<typename Api::number *>(sum), static_cast<typename Api::pair *>(sums),
        static_cast<const typename Api::pair *>(in), static_cast<typename Api::pair *>(out));
    CHECK_LAUNCH();
    CHECK_EQUAL(Api::to_float(sum.get()[0]), 0);
    CHECK_EQUAL(Api::to_float(sum.get()[1]), 120);
    CHECK_EQUAL(__low2float(sums.get()[0]), 120);
    CHECK_EQUAL(__high2float(sums.get()[0]), 240);
    const std::vector<typename Api::pair> copied = out.get();
    for (unsigned i = 0; i < 8; ++i)
        CHECK_EQUAL(bits(copied[i]), (2 * i) | (2 * i + 1) << 16);
}

// ---- the rest of the names, and how the types lie in memory -------------------------------------

static void test_names() {
    static_assert(sizeof(half) == 2 && alignof(half2) == 4 && sizeof(nv_bfloat162) == 4, "");
    const half2 h = __floats2half2_rn(1.5f, -2);
    CHECK_EQUAL(__half22float2(h).x, 1.5f);
    CHECK_EQUAL(__half22float2(h).y, -2);
    CHECK_EQUAL(bits(__float2half2_rn(3)), 0x42004200u);
    CHECK_EQUAL(bits(__float22half2_rn(make_float2(1, 2))), 0x40003c00u);
    CHECK_EQUAL(bits(__half2half2(__float2half(1))), 0x3c003c00u);
    CHECK_EQUAL(bits(make_half2(h.y, h.x)), 0x3e00c000u);
    CHECK_EQUAL(bits(__lows2half2(h, h)), 0x3e003e00u);
    CHECK_EQUAL(bits(__highs2half2(h, h)), 0xc000c000u);
    CHECK_EQUAL(bits(__low2half2(h)), 0x3e003e00u);
    CHECK_EQUAL(bits(__high2half2(h)), 0xc000c000u);
    CHECK_EQUAL(__half_as_short(h.y), -0x4000);
    CHECK_EQUAL(bits(__short_as_half(-0x4000)), 0xc000u);
    CHECK_EQUAL(bits(CUDART_INF_FP16), 0x7c00u);
    CHECK_EQUAL(bits(CUDART_NAN_FP16), 0x7fffu);
    CHECK_EQUAL(bits(CUDART_MAX_NORMAL_FP16), 0x7bffu);
    CHECK_EQUAL(bits(CUDART_MIN_DENORM_FP16), 1u);
    CHECK_EQUAL(bits(CUDART_ONE_FP16 + CUDART_ZERO_FP16), 0x3c00u);
    const __half2_raw raw = h;
    CHECK_EQUAL(raw.y, 0xc000u);
    const __half_raw one = {0x3c00};
    CHECK_EQUAL(__half2float(one), 1);

    const nv_bfloat162 b = __floats2bfloat162_rn(1.5f, -2);
    CHECK_EQUAL(__bfloat1622float2(b).y, -2);
    CHECK_EQUAL(bits(__float2bfloat162_rn(3)), 0x40404040u);
    CHECK_EQUAL(bits(__float22bfloat162_rn(make_float2(1, 2))), 0x40003f80u);
    CHECK_EQUAL(bits(__bfloat162bfloat162(b.x)), 0x3fc03fc0u);
    CHECK_EQUAL(bits(make_bfloat162(b.y, b.x)), 0x3fc0c000u);
    CHECK_EQUAL(bits(__highs2bfloat162(b, b)), 0xc000c000u);
    CHECK_EQUAL(bits(CUDART_INF_BF16), 0x7f80u);
    CHECK_EQUAL(bits(CUDART_MAX_NORMAL_BF16), 0x7f7fu);
}

template <class Api> static void test(const char *type) {
    test_one<Api>(type);
    test_two<Api>(type);
    test_others<Api>(type);
    test_shared<Api>(type);
}

int main() {
    check_device();
    test_names();
    test<half_api>("half");
    test<bfloat16_api>("nv_bfloat16");
    return check_result();
}
