// half_functions.h: a type of 16 bits, a pair of them, and what the CUDA Math API does with both.
//
// cuda_fp16.h and cuda_bf16.h include this once each, with the names in which they differ:
//   CUDA_EMULATOR_FORMAT                  of emulator/half.h
//   CUDA_EMULATOR_NUMBER, _PAIR           the types, and _RAW_NUMBER, _RAW_PAIR
//   CUDA_EMULATOR_OTHER                   the other number of 16 bits
//   CUDA_EMULATOR_NAME(before, after)     a function's name around "half", for one
//   CUDA_EMULATOR_PAIR_NAME               the same around "half2"
//   CUDA_EMULATOR_IMPLICIT                conversions from and to the types of C++ are wanted
//   CUDA_EMULATOR_OPERATORS, _PAIR_OPERATORS
// All of it is for host code too, as most of it is with nvcc.
//
// No include guard: see above.

typedef struct __attribute__((aligned(2))) {
    unsigned short x;
} CUDA_EMULATOR_RAW_NUMBER;

typedef struct __attribute__((aligned(4))) {
    unsigned short x, y;
} CUDA_EMULATOR_RAW_PAIR;

// ------------------------------------------------------------------ the types

struct __attribute__((aligned(2))) CUDA_EMULATOR_NUMBER {
protected:
    unsigned short __x;

public:
    CUDA_EMULATOR_NUMBER() = default;
    constexpr CUDA_EMULATOR_NUMBER(const CUDA_EMULATOR_RAW_NUMBER &raw) : __x(raw.x) {}
    CUDA_EMULATOR_NUMBER &operator=(const CUDA_EMULATOR_RAW_NUMBER &raw) {
        __x = raw.x;
        return *this;
    }
    volatile CUDA_EMULATOR_NUMBER &operator=(const CUDA_EMULATOR_RAW_NUMBER &raw) volatile {
        __x = raw.x;
        return *this;
    }
    volatile CUDA_EMULATOR_NUMBER &
    operator=(const volatile CUDA_EMULATOR_RAW_NUMBER &raw) volatile {
        __x = raw.x;
        return *this;
    }
    operator CUDA_EMULATOR_RAW_NUMBER() const {
        CUDA_EMULATOR_RAW_NUMBER raw = {__x};
        return raw;
    }
    operator CUDA_EMULATOR_RAW_NUMBER() const volatile {
        CUDA_EMULATOR_RAW_NUMBER raw = {__x};
        return raw;
    }

#ifdef CUDA_EMULATOR_IMPLICIT
    explicit CUDA_EMULATOR_NUMBER(CUDA_EMULATOR_OTHER x); // where both headers are included
    CUDA_EMULATOR_NUMBER(float x)
        : __x(cuda_emulator::math::nearest(cuda_emulator::math::CUDA_EMULATOR_FORMAT(), x)) {}
    CUDA_EMULATOR_NUMBER(double x)
        : __x(cuda_emulator::math::nearest(cuda_emulator::math::CUDA_EMULATOR_FORMAT(), x)) {}
    CUDA_EMULATOR_NUMBER &operator=(float x) {
        return *this = CUDA_EMULATOR_NUMBER(x);
    }
    CUDA_EMULATOR_NUMBER &operator=(double x) {
        return *this = CUDA_EMULATOR_NUMBER(x);
    }
    operator float() const {
        return cuda_emulator::math::widened(cuda_emulator::math::CUDA_EMULATOR_FORMAT(), __x);
    }
#define CUDA_EMULATOR_FROM(T)                                                                      \
    CUDA_EMULATOR_NUMBER(T x)                                                                      \
        : __x(cuda_emulator::math::rounded_integer<cuda_emulator::math::CUDA_EMULATOR_FORMAT,      \
                                                   cuda_emulator::math::rounding::nearest>(x)) {}
#define CUDA_EMULATOR_TO(T)                                                                        \
    operator T() const {                                                                           \
        return cuda_emulator::math::integer_of<T, cuda_emulator::math::rounding::zero>(            \
            float(*this));                                                                         \
    }
#define CUDA_EMULATOR_ASSIGN(T)                                                                    \
    CUDA_EMULATOR_NUMBER &operator=(T x) {                                                         \
        return *this = CUDA_EMULATOR_NUMBER(x);                                                    \
    }
    CUDA_EMULATOR_FROM(short)
    CUDA_EMULATOR_FROM(unsigned short)
    CUDA_EMULATOR_FROM(int)
    CUDA_EMULATOR_FROM(unsigned int)
    CUDA_EMULATOR_FROM(long)
    CUDA_EMULATOR_FROM(unsigned long)
    CUDA_EMULATOR_FROM(long long)
    CUDA_EMULATOR_FROM(unsigned long long)
    CUDA_EMULATOR_TO(signed char)
    CUDA_EMULATOR_TO(unsigned char)
    CUDA_EMULATOR_TO(char)
    CUDA_EMULATOR_TO(short)
    CUDA_EMULATOR_TO(unsigned short)
    CUDA_EMULATOR_TO(int)
    CUDA_EMULATOR_TO(unsigned int)
    CUDA_EMULATOR_TO(long)
    CUDA_EMULATOR_TO(unsigned long)
    CUDA_EMULATOR_TO(long long)
    CUDA_EMULATOR_TO(unsigned long long)
    CUDA_EMULATOR_ASSIGN(short)
    CUDA_EMULATOR_ASSIGN(unsigned short)
    CUDA_EMULATOR_ASSIGN(int)
    CUDA_EMULATOR_ASSIGN(unsigned int)
    CUDA_EMULATOR_ASSIGN(long long)
    CUDA_EMULATOR_ASSIGN(unsigned long long)
#undef CUDA_EMULATOR_FROM
#undef CUDA_EMULATOR_TO
#undef CUDA_EMULATOR_ASSIGN
    constexpr operator bool() const {
        return (__x & 0x7fff) != 0;
    }
#endif
};

// x lies in the lower half of a word, y in the upper.
struct __attribute__((aligned(4))) CUDA_EMULATOR_PAIR {
    CUDA_EMULATOR_NUMBER x, y;

    CUDA_EMULATOR_PAIR() = default;
    constexpr CUDA_EMULATOR_PAIR(const CUDA_EMULATOR_NUMBER &low, const CUDA_EMULATOR_NUMBER &high)
        : x(low), y(high) {}
    CUDA_EMULATOR_PAIR(const CUDA_EMULATOR_RAW_PAIR &raw) { *this = raw; }
    CUDA_EMULATOR_PAIR &operator=(const CUDA_EMULATOR_RAW_PAIR &raw) {
        x = CUDA_EMULATOR_RAW_NUMBER{raw.x};
        y = CUDA_EMULATOR_RAW_NUMBER{raw.y};
        return *this;
    }
    operator CUDA_EMULATOR_RAW_PAIR() const {
        CUDA_EMULATOR_RAW_PAIR raw = {static_cast<CUDA_EMULATOR_RAW_NUMBER>(x).x,
                                      static_cast<CUDA_EMULATOR_RAW_NUMBER>(y).x};
        return raw;
    }
};

namespace cuda_emulator {
namespace math {

inline CUDA_EMULATOR_FORMAT format_of(CUDA_EMULATOR_NUMBER) {
    return {};
}
inline unsigned short bits_of(CUDA_EMULATOR_NUMBER x) {
    return static_cast<CUDA_EMULATOR_RAW_NUMBER>(x).x;
}
inline CUDA_EMULATOR_NUMBER number_of(CUDA_EMULATOR_FORMAT, unsigned short bits) {
    const CUDA_EMULATOR_RAW_NUMBER raw = {bits};
    return raw;
}
inline float widened(CUDA_EMULATOR_NUMBER x) {
    return widened(CUDA_EMULATOR_FORMAT(), bits_of(x));
}
// To nearest, of a float or a double.
template <class Wide> inline CUDA_EMULATOR_NUMBER narrowed_to(CUDA_EMULATOR_FORMAT f, Wide x) {
    return number_of(f, nearest(f, x));
}

} // namespace math
} // namespace cuda_emulator

// ------------------------------------------------------------------ one and two at a time

// A function of one, two or three numbers, and the same of pairs. In the expression they are floats
// a, b and c; the result is rounded to nearest.
#define CUDA_EMULATOR_ONE(NAME, NAME_OF_PAIR, ...)                                                 \
    inline CUDA_EMULATOR_NUMBER NAME(CUDA_EMULATOR_NUMBER first) {                                 \
        using namespace cuda_emulator::math;                                                       \
        const float a = widened(first);                                                            \
        return narrowed_to(CUDA_EMULATOR_FORMAT(), __VA_ARGS__);                                   \
    }                                                                                              \
    inline CUDA_EMULATOR_PAIR NAME_OF_PAIR(CUDA_EMULATOR_PAIR p) {                                 \
        return CUDA_EMULATOR_PAIR(NAME(p.x), NAME(p.y));                                           \
    }
#define CUDA_EMULATOR_TWO(NAME, NAME_OF_PAIR, ...)                                                 \
    inline CUDA_EMULATOR_NUMBER NAME(CUDA_EMULATOR_NUMBER first, CUDA_EMULATOR_NUMBER second) {    \
        using namespace cuda_emulator::math;                                                       \
        const float a = widened(first), b = widened(second);                                       \
        return narrowed_to(CUDA_EMULATOR_FORMAT(), __VA_ARGS__);                                   \
    }                                                                                              \
    inline CUDA_EMULATOR_PAIR NAME_OF_PAIR(CUDA_EMULATOR_PAIR p, CUDA_EMULATOR_PAIR q) {           \
        return CUDA_EMULATOR_PAIR(NAME(p.x, q.x), NAME(p.y, q.y));                                 \
    }
#define CUDA_EMULATOR_FUSED(NAME, NAME_OF_PAIR, ...)                                               \
    inline CUDA_EMULATOR_NUMBER NAME(CUDA_EMULATOR_NUMBER first, CUDA_EMULATOR_NUMBER second,      \
                                     CUDA_EMULATOR_NUMBER third) {                                 \
        using namespace cuda_emulator::math;                                                       \
        const CUDA_EMULATOR_FORMAT f;                                                              \
        const CUDA_EMULATOR_NUMBER sum =                                                           \
            number_of(f, nearest_fused(f, widened(first), widened(second), widened(third)));       \
        return __VA_ARGS__;                                                                        \
    }                                                                                              \
    inline CUDA_EMULATOR_PAIR NAME_OF_PAIR(CUDA_EMULATOR_PAIR p, CUDA_EMULATOR_PAIR q,             \
                                           CUDA_EMULATOR_PAIR r) {                                 \
        return CUDA_EMULATOR_PAIR(NAME(p.x, q.x, r.x), NAME(p.y, q.y, r.y));                       \
    }

// _sat: the result limited to [0, 1]; NaN becomes 0. _relu: what is negative becomes 0. _rn is the
// same here: nothing is fused that is not called so.
CUDA_EMULATOR_TWO(__hadd, __hadd2, a + b)
CUDA_EMULATOR_TWO(__hsub, __hsub2, a - b)
CUDA_EMULATOR_TWO(__hmul, __hmul2, a *b)
CUDA_EMULATOR_TWO(__hadd_rn, __hadd2_rn, a + b)
CUDA_EMULATOR_TWO(__hsub_rn, __hsub2_rn, a - b)
CUDA_EMULATOR_TWO(__hmul_rn, __hmul2_rn, a *b)
CUDA_EMULATOR_TWO(__hadd_sat, __hadd2_sat, saturated_to_1(a + b))
CUDA_EMULATOR_TWO(__hsub_sat, __hsub2_sat, saturated_to_1(a - b))
CUDA_EMULATOR_TWO(__hmul_sat, __hmul2_sat, saturated_to_1(a *b))
CUDA_EMULATOR_TWO(__hdiv, __h2div, a / b)
CUDA_EMULATOR_FUSED(__hfma, __hfma2, sum)
CUDA_EMULATOR_FUSED(__hfma_sat, __hfma2_sat, narrowed_to(f, saturated_to_1(widened(sum))))
CUDA_EMULATOR_FUSED(__hfma_relu, __hfma2_relu, widened(sum) <= 0 ? number_of(f, 0) : sum)
CUDA_EMULATOR_ONE(__hneg, __hneg2, -a)
CUDA_EMULATOR_ONE(__habs, __habs2, std::fabs(a))

CUDA_EMULATOR_TWO(__hmin, __hmin2, smaller(a, b))
CUDA_EMULATOR_TWO(__hmax, __hmax2, larger(a, b))
CUDA_EMULATOR_TWO(__hmin_nan, __hmin2_nan, or_nan(a, b, smaller(a, b)))
CUDA_EMULATOR_TWO(__hmax_nan, __hmax2_nan, or_nan(a, b, larger(a, b)))

// To an integral number.
CUDA_EMULATOR_ONE(htrunc, h2trunc, std::trunc(a))
CUDA_EMULATOR_ONE(hfloor, h2floor, std::floor(a))
CUDA_EMULATOR_ONE(hceil, h2ceil, std::ceil(a))
CUDA_EMULATOR_ONE(hrint, h2rint, std::rint(a))

// In double, so that what is rounded is as good as exact.
CUDA_EMULATOR_ONE(hsqrt, h2sqrt, std::sqrt(a))
CUDA_EMULATOR_ONE(hrsqrt, h2rsqrt, 1 / std::sqrt(static_cast<double>(a)))
CUDA_EMULATOR_ONE(hrcp, h2rcp, 1.0f / a)
CUDA_EMULATOR_ONE(hexp, h2exp, std::exp(static_cast<double>(a)))
CUDA_EMULATOR_ONE(hexp2, h2exp2, std::exp2(static_cast<double>(a)))
CUDA_EMULATOR_ONE(hexp10, h2exp10, std::pow(10.0, static_cast<double>(a)))
CUDA_EMULATOR_ONE(hlog, h2log, std::log(static_cast<double>(a)))
CUDA_EMULATOR_ONE(hlog2, h2log2, std::log2(static_cast<double>(a)))
CUDA_EMULATOR_ONE(hlog10, h2log10, std::log10(static_cast<double>(a)))
CUDA_EMULATOR_ONE(hsin, h2sin, std::sin(static_cast<double>(a)))
CUDA_EMULATOR_ONE(hcos, h2cos, std::cos(static_cast<double>(a)))
CUDA_EMULATOR_ONE(htanh, h2tanh, std::tanh(static_cast<double>(a)))
CUDA_EMULATOR_ONE(htanh_approx, h2tanh_approx, std::tanh(static_cast<double>(a)))

#undef CUDA_EMULATOR_ONE
#undef CUDA_EMULATOR_TWO
#undef CUDA_EMULATOR_FUSED

// a * b + c of complex numbers, x the real part, by four fused operations.
inline CUDA_EMULATOR_PAIR __hcmadd(CUDA_EMULATOR_PAIR a, CUDA_EMULATOR_PAIR b,
                                   CUDA_EMULATOR_PAIR c) {
    return CUDA_EMULATOR_PAIR(__hfma(__hneg(a.y), b.y, __hfma(a.x, b.x, c.x)),
                              __hfma(a.y, b.x, __hfma(a.x, b.y, c.y)));
}

// ------------------------------------------------------------------ comparisons

inline bool __hisnan(CUDA_EMULATOR_NUMBER x) {
    using namespace cuda_emulator::math;
    return (bits_of(x) & 0x7fff) > CUDA_EMULATOR_FORMAT::INFINITE;
}
inline int __hisinf(CUDA_EMULATOR_NUMBER x) {
    using namespace cuda_emulator::math;
    return (bits_of(x) & 0x7fff) != CUDA_EMULATOR_FORMAT::INFINITE ? 0 : bits_of(x) >> 15 ? -1 : 1;
}
inline CUDA_EMULATOR_PAIR __hisnan2(CUDA_EMULATOR_PAIR p) {
    using namespace cuda_emulator::math;
    const CUDA_EMULATOR_FORMAT f;
    return CUDA_EMULATOR_PAIR(narrowed_to(f, __hisnan(p.x) ? 1.0f : 0.0f),
                              narrowed_to(f, __hisnan(p.y) ? 1.0f : 0.0f));
}

// Of two numbers; of two pairs, as 1 or 0 each, as bits that are all ones or all zeros, and whether
// it holds for both.
#define CUDA_EMULATOR_COMPARE(OPERATION, ...)                                                      \
    inline bool __h##OPERATION(CUDA_EMULATOR_NUMBER first, CUDA_EMULATOR_NUMBER second) {          \
        using namespace cuda_emulator::math;                                                       \
        const float a = widened(first), b = widened(second);                                       \
        return __VA_ARGS__;                                                                        \
    }                                                                                              \
    inline CUDA_EMULATOR_PAIR __h##OPERATION##2(CUDA_EMULATOR_PAIR p, CUDA_EMULATOR_PAIR q) {      \
        using namespace cuda_emulator::math;                                                       \
        const CUDA_EMULATOR_FORMAT f;                                                              \
        return CUDA_EMULATOR_PAIR(narrowed_to(f, __h##OPERATION(p.x, q.x) ? 1.0f : 0.0f),          \
                                  narrowed_to(f, __h##OPERATION(p.y, q.y) ? 1.0f : 0.0f));         \
    }                                                                                              \
    inline unsigned __h##OPERATION##2_mask(CUDA_EMULATOR_PAIR p, CUDA_EMULATOR_PAIR q) {           \
        return (__h##OPERATION(p.x, q.x) ? 0xffffu : 0) |                                          \
               (__h##OPERATION(p.y, q.y) ? 0xffff0000u : 0);                                       \
    }                                                                                              \
    inline bool __hb##OPERATION##2(CUDA_EMULATOR_PAIR p, CUDA_EMULATOR_PAIR q) {                   \
        return __h##OPERATION(p.x, q.x) && __h##OPERATION(p.y, q.y);                               \
    }

CUDA_EMULATOR_COMPARE(eq, a == b)
CUDA_EMULATOR_COMPARE(ne, a<b || a> b)
CUDA_EMULATOR_COMPARE(le, a <= b)
CUDA_EMULATOR_COMPARE(ge, a >= b)
CUDA_EMULATOR_COMPARE(lt, a < b)
CUDA_EMULATOR_COMPARE(gt, a > b)
// The same, and with a NaN it holds.
CUDA_EMULATOR_COMPARE(equ, !(a < b || a > b))
CUDA_EMULATOR_COMPARE(neu, !(a == b))
CUDA_EMULATOR_COMPARE(leu, !(a > b))
CUDA_EMULATOR_COMPARE(geu, !(a < b))
CUDA_EMULATOR_COMPARE(ltu, !(a >= b))
CUDA_EMULATOR_COMPARE(gtu, !(a <= b))
#undef CUDA_EMULATOR_COMPARE

// ------------------------------------------------------------------ operators

#define CUDA_EMULATOR_ARITHMETIC(T, OPERATOR, FUNCTION)                                            \
    inline T operator OPERATOR(const T &a, const T &b) {                                           \
        return FUNCTION(a, b);                                                                     \
    }                                                                                              \
    inline T &operator OPERATOR##=(T &a, const T &b) {                                             \
        return a = FUNCTION(a, b);                                                                 \
    }
#define CUDA_EMULATOR_INCREMENT(T, OPERATOR, FUNCTION, ONE)                                        \
    inline T &operator OPERATOR(T &a) {                                                            \
        return a = FUNCTION(a, ONE);                                                               \
    }                                                                                              \
    inline T operator OPERATOR(T &a, int) {                                                        \
        const T before = a;                                                                        \
        a = FUNCTION(a, ONE);                                                                      \
        return before;                                                                             \
    }
#define CUDA_EMULATOR_RELATION(T, OPERATOR, FUNCTION)                                              \
    inline bool operator OPERATOR(const T &a, const T &b) {                                        \
        return FUNCTION(a, b);                                                                     \
    }
#define CUDA_EMULATOR_1                                                                            \
    cuda_emulator::math::narrowed_to(cuda_emulator::math::CUDA_EMULATOR_FORMAT(), 1.0f)

#ifdef CUDA_EMULATOR_OPERATORS
CUDA_EMULATOR_ARITHMETIC(CUDA_EMULATOR_NUMBER, +, __hadd)
CUDA_EMULATOR_ARITHMETIC(CUDA_EMULATOR_NUMBER, -, __hsub)
CUDA_EMULATOR_ARITHMETIC(CUDA_EMULATOR_NUMBER, *, __hmul)
CUDA_EMULATOR_ARITHMETIC(CUDA_EMULATOR_NUMBER, /, __hdiv)
CUDA_EMULATOR_INCREMENT(CUDA_EMULATOR_NUMBER, ++, __hadd, CUDA_EMULATOR_1)
CUDA_EMULATOR_INCREMENT(CUDA_EMULATOR_NUMBER, --, __hsub, CUDA_EMULATOR_1)
inline CUDA_EMULATOR_NUMBER operator+(const CUDA_EMULATOR_NUMBER &a) {
    return a;
}
inline CUDA_EMULATOR_NUMBER operator-(const CUDA_EMULATOR_NUMBER &a) {
    return __hneg(a);
}
CUDA_EMULATOR_RELATION(CUDA_EMULATOR_NUMBER, ==, __heq)
CUDA_EMULATOR_RELATION(CUDA_EMULATOR_NUMBER, !=, __hneu)
CUDA_EMULATOR_RELATION(CUDA_EMULATOR_NUMBER, >, __hgt)
CUDA_EMULATOR_RELATION(CUDA_EMULATOR_NUMBER, <, __hlt)
CUDA_EMULATOR_RELATION(CUDA_EMULATOR_NUMBER, >=, __hge)
CUDA_EMULATOR_RELATION(CUDA_EMULATOR_NUMBER, <=, __hle)
#endif
#ifdef CUDA_EMULATOR_PAIR_OPERATORS
CUDA_EMULATOR_ARITHMETIC(CUDA_EMULATOR_PAIR, +, __hadd2)
CUDA_EMULATOR_ARITHMETIC(CUDA_EMULATOR_PAIR, -, __hsub2)
CUDA_EMULATOR_ARITHMETIC(CUDA_EMULATOR_PAIR, *, __hmul2)
CUDA_EMULATOR_ARITHMETIC(CUDA_EMULATOR_PAIR, /, __h2div)
CUDA_EMULATOR_INCREMENT(CUDA_EMULATOR_PAIR, ++, __hadd2,
                        CUDA_EMULATOR_PAIR(CUDA_EMULATOR_1, CUDA_EMULATOR_1))
CUDA_EMULATOR_INCREMENT(CUDA_EMULATOR_PAIR, --, __hsub2,
                        CUDA_EMULATOR_PAIR(CUDA_EMULATOR_1, CUDA_EMULATOR_1))
inline CUDA_EMULATOR_PAIR operator+(const CUDA_EMULATOR_PAIR &a) {
    return a;
}
inline CUDA_EMULATOR_PAIR operator-(const CUDA_EMULATOR_PAIR &a) {
    return __hneg2(a);
}
CUDA_EMULATOR_RELATION(CUDA_EMULATOR_PAIR, ==, __hbeq2)
CUDA_EMULATOR_RELATION(CUDA_EMULATOR_PAIR, !=, __hbneu2)
CUDA_EMULATOR_RELATION(CUDA_EMULATOR_PAIR, >, __hbgt2)
CUDA_EMULATOR_RELATION(CUDA_EMULATOR_PAIR, <, __hblt2)
CUDA_EMULATOR_RELATION(CUDA_EMULATOR_PAIR, >=, __hbge2)
CUDA_EMULATOR_RELATION(CUDA_EMULATOR_PAIR, <=, __hble2)
#endif

#undef CUDA_EMULATOR_ARITHMETIC
#undef CUDA_EMULATOR_INCREMENT
#undef CUDA_EMULATOR_RELATION
#undef CUDA_EMULATOR_1

// ------------------------------------------------------------------ conversions

inline float CUDA_EMULATOR_NAME(__, 2float)(CUDA_EMULATOR_NUMBER x) {
    return cuda_emulator::math::widened(x);
}
inline CUDA_EMULATOR_NUMBER CUDA_EMULATOR_NAME(__float2, )(float x) {
    return cuda_emulator::math::narrowed_to(cuda_emulator::math::CUDA_EMULATOR_FORMAT(), x);
}
inline CUDA_EMULATOR_NUMBER CUDA_EMULATOR_NAME(__double2, )(double x) {
    return cuda_emulator::math::narrowed_to(cuda_emulator::math::CUDA_EMULATOR_FORMAT(), x);
}
inline unsigned short CUDA_EMULATOR_NAME(__, _as_ushort)(CUDA_EMULATOR_NUMBER x) {
    return cuda_emulator::math::bits_of(x);
}
inline short CUDA_EMULATOR_NAME(__, _as_short)(CUDA_EMULATOR_NUMBER x) {
    return static_cast<short>(cuda_emulator::math::bits_of(x));
}
inline CUDA_EMULATOR_NUMBER CUDA_EMULATOR_NAME(__ushort_as_, )(unsigned short x) {
    return cuda_emulator::math::number_of(cuda_emulator::math::CUDA_EMULATOR_FORMAT(), x);
}
inline CUDA_EMULATOR_NUMBER CUDA_EMULATOR_NAME(__short_as_, )(short x) {
    return CUDA_EMULATOR_NAME(__ushort_as_, )(static_cast<unsigned short>(x));
}

// To nearest even (_rn), toward zero (_rz), up (_ru), down (_rd).
#define CUDA_EMULATOR_FROM(TYPE_NAME, T, SUFFIX, MODE, FUNCTION)                                   \
    inline CUDA_EMULATOR_NUMBER CUDA_EMULATOR_NAME(TYPE_NAME, SUFFIX)(T x) {                       \
        using namespace cuda_emulator::math;                                                       \
        return number_of(CUDA_EMULATOR_FORMAT(),                                                   \
                         FUNCTION<CUDA_EMULATOR_FORMAT, rounding::MODE>(x));                       \
    }
#define CUDA_EMULATOR_TO(TYPE_NAME, T, MODE)                                                       \
    inline T CUDA_EMULATOR_NAME(__, TYPE_NAME)(CUDA_EMULATOR_NUMBER x) {                           \
        using namespace cuda_emulator::math;                                                       \
        return integer_of<T, rounding::MODE>(widened(x));                                          \
    }
#define CUDA_EMULATOR_CONVERT(TYPE_NAME, T)                                                        \
    CUDA_EMULATOR_FROM(__##TYPE_NAME##2, T, _rn, nearest, rounded_integer)                         \
    CUDA_EMULATOR_FROM(__##TYPE_NAME##2, T, _rz, zero, rounded_integer)                            \
    CUDA_EMULATOR_FROM(__##TYPE_NAME##2, T, _ru, up, rounded_integer)                              \
    CUDA_EMULATOR_FROM(__##TYPE_NAME##2, T, _rd, down, rounded_integer)                            \
    CUDA_EMULATOR_TO(2##TYPE_NAME##_rn, T, nearest)                                                \
    CUDA_EMULATOR_TO(2##TYPE_NAME##_rz, T, zero)                                                   \
    CUDA_EMULATOR_TO(2##TYPE_NAME##_ru, T, up)                                                     \
    CUDA_EMULATOR_TO(2##TYPE_NAME##_rd, T, down)

CUDA_EMULATOR_FROM(__float2, float, _rn, nearest, rounded)
CUDA_EMULATOR_FROM(__float2, float, _rz, zero, rounded)
CUDA_EMULATOR_FROM(__float2, float, _ru, up, rounded)
CUDA_EMULATOR_FROM(__float2, float, _rd, down, rounded)
CUDA_EMULATOR_CONVERT(short, short)
CUDA_EMULATOR_CONVERT(ushort, unsigned short)
CUDA_EMULATOR_CONVERT(int, int)
CUDA_EMULATOR_CONVERT(uint, unsigned int)
CUDA_EMULATOR_CONVERT(ll, long long)
CUDA_EMULATOR_CONVERT(ull, unsigned long long)
CUDA_EMULATOR_TO(2char_rz, signed char, zero)
CUDA_EMULATOR_TO(2uchar_rz, unsigned char, zero)
#undef CUDA_EMULATOR_FROM
#undef CUDA_EMULATOR_TO
#undef CUDA_EMULATOR_CONVERT

// ------------------------------------------------------------------ pairs

inline CUDA_EMULATOR_PAIR CUDA_EMULATOR_PAIR_NAME(make_, )(CUDA_EMULATOR_NUMBER x,
                                                           CUDA_EMULATOR_NUMBER y) {
    return CUDA_EMULATOR_PAIR(x, y);
}
inline CUDA_EMULATOR_PAIR CUDA_EMULATOR_PAIR_NAME(__halves2, )(CUDA_EMULATOR_NUMBER low,
                                                               CUDA_EMULATOR_NUMBER high) {
    return CUDA_EMULATOR_PAIR(low, high);
}
inline CUDA_EMULATOR_PAIR CUDA_EMULATOR_BOTH_NAME(CUDA_EMULATOR_NUMBER x) {
    return CUDA_EMULATOR_PAIR(x, x);
}
inline CUDA_EMULATOR_NUMBER CUDA_EMULATOR_NAME(__low2, )(CUDA_EMULATOR_PAIR p) {
    return p.x;
}
inline CUDA_EMULATOR_NUMBER CUDA_EMULATOR_NAME(__high2, )(CUDA_EMULATOR_PAIR p) {
    return p.y;
}
inline CUDA_EMULATOR_PAIR CUDA_EMULATOR_PAIR_NAME(__low2, )(CUDA_EMULATOR_PAIR p) {
    return CUDA_EMULATOR_PAIR(p.x, p.x);
}
inline CUDA_EMULATOR_PAIR CUDA_EMULATOR_PAIR_NAME(__high2, )(CUDA_EMULATOR_PAIR p) {
    return CUDA_EMULATOR_PAIR(p.y, p.y);
}
inline CUDA_EMULATOR_PAIR CUDA_EMULATOR_PAIR_NAME(__lows2, )(CUDA_EMULATOR_PAIR p,
                                                             CUDA_EMULATOR_PAIR q) {
    return CUDA_EMULATOR_PAIR(p.x, q.x);
}
inline CUDA_EMULATOR_PAIR CUDA_EMULATOR_PAIR_NAME(__highs2, )(CUDA_EMULATOR_PAIR p,
                                                              CUDA_EMULATOR_PAIR q) {
    return CUDA_EMULATOR_PAIR(p.y, q.y);
}
inline CUDA_EMULATOR_PAIR __lowhigh2highlow(CUDA_EMULATOR_PAIR p) {
    return CUDA_EMULATOR_PAIR(p.y, p.x);
}
inline float __low2float(CUDA_EMULATOR_PAIR p) {
    return cuda_emulator::math::widened(p.x);
}
inline float __high2float(CUDA_EMULATOR_PAIR p) {
    return cuda_emulator::math::widened(p.y);
}
inline float2 CUDA_EMULATOR_PAIR_NAME(__, 2float2)(CUDA_EMULATOR_PAIR p) {
    return make_float2(__low2float(p), __high2float(p));
}
inline CUDA_EMULATOR_PAIR CUDA_EMULATOR_PAIR_NAME(__floats2, _rn)(float low, float high) {
    return CUDA_EMULATOR_PAIR(CUDA_EMULATOR_NAME(__float2, )(low),
                              CUDA_EMULATOR_NAME(__float2, )(high));
}
inline CUDA_EMULATOR_PAIR CUDA_EMULATOR_PAIR_NAME(__float2, _rn)(float x) {
    return CUDA_EMULATOR_PAIR_NAME(__floats2, _rn)(x, x);
}
inline CUDA_EMULATOR_PAIR CUDA_EMULATOR_PAIR_NAME(__float22, _rn)(float2 p) {
    return CUDA_EMULATOR_PAIR_NAME(__floats2, _rn)(p.x, p.y);
}

// ------------------------------------------------------------------ in a kernel
//
// The loads and stores with a hint for the caches are those of all types.

#define CUDA_EMULATOR_SHUFFLE(NAME, OPERATION, ARGUMENT, T, RAW)                                   \
    inline T NAME(unsigned mask, T value, ARGUMENT argument, int width = 32,                       \
                  const char *file = __builtin_FILE(), int line = __builtin_LINE()) {              \
        using namespace cuda_emulator;                                                             \
        return from_bits<RAW>(warp_exchange(warp_operation::OPERATION, mask,                       \
                                            to_bits(static_cast<RAW>(value)),                      \
                                            static_cast<int>(argument), width, file, line)         \
                                  .value);                                                         \
    }
#define CUDA_EMULATOR_SHUFFLES(T, RAW)                                                             \
    CUDA_EMULATOR_SHUFFLE(__shfl_sync, shuffle, int, T, RAW)                                       \
    CUDA_EMULATOR_SHUFFLE(__shfl_up_sync, shuffle_up, unsigned, T, RAW)                            \
    CUDA_EMULATOR_SHUFFLE(__shfl_down_sync, shuffle_down, unsigned, T, RAW)                        \
    CUDA_EMULATOR_SHUFFLE(__shfl_xor_sync, shuffle_xor, int, T, RAW)
CUDA_EMULATOR_SHUFFLES(CUDA_EMULATOR_NUMBER, CUDA_EMULATOR_RAW_NUMBER)
CUDA_EMULATOR_SHUFFLES(CUDA_EMULATOR_PAIR, CUDA_EMULATOR_RAW_PAIR)
#undef CUDA_EMULATOR_SHUFFLES
#undef CUDA_EMULATOR_SHUFFLE

// Returns what was there before. Of a pair each is atomic by itself, as on a GPU.
inline __attribute__((always_inline)) CUDA_EMULATOR_NUMBER atomicAdd(CUDA_EMULATOR_NUMBER *address,
                                                                     CUDA_EMULATOR_NUMBER value) {
    return cuda_emulator::ordered_update(
        address, [value](CUDA_EMULATOR_NUMBER old) { return __hadd(old, value); },
        __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
}
inline __attribute__((always_inline)) CUDA_EMULATOR_PAIR atomicAdd(CUDA_EMULATOR_PAIR *address,
                                                                   CUDA_EMULATOR_PAIR value) {
    return {atomicAdd(&address->x, value.x), atomicAdd(&address->y, value.y)};
}

#undef CUDA_EMULATOR_FORMAT
#undef CUDA_EMULATOR_NUMBER
#undef CUDA_EMULATOR_PAIR
#undef CUDA_EMULATOR_RAW_NUMBER
#undef CUDA_EMULATOR_RAW_PAIR
#undef CUDA_EMULATOR_OTHER
#undef CUDA_EMULATOR_NAME
#undef CUDA_EMULATOR_PAIR_NAME
#undef CUDA_EMULATOR_BOTH_NAME
#undef CUDA_EMULATOR_IMPLICIT
#undef CUDA_EMULATOR_OPERATORS
#undef CUDA_EMULATOR_PAIR_OPERATORS
