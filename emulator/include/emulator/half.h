// half.h: the two floating-point formats of 16 bits, for cuda_fp16.h and cuda_bf16.h: what their
// bits mean, and how a number is rounded to them.
//
// Arithmetic is that of float, rounded once more. Twice rounded is as good as once where the wider
// format has at least two bits more than twice those of the narrow one, and float has 24, against
// 11 and 8. A fused multiply-add is not that simple: see to_odd().
#ifndef CUDA_EMULATOR_HALF_H
#define CUDA_EMULATOR_HALF_H

#include "emulator/rounding.h"

#include <cmath>

namespace cuda_emulator {
namespace math {

// The bits of a format are a sign, an exponent, and FRACTION bits behind the point. All that hangs
// on it for short: the bits of infinity, and the exponent of the smallest normal number.
template <int FRACTION_BITS> struct format_of_16_bits {
    static constexpr int FRACTION = FRACTION_BITS;
    static constexpr unsigned short INFINITE = 0x8000 - (1 << FRACTION);
    static constexpr int LEAST_EXPONENT = 2 - (1 << (14 - FRACTION));
    static constexpr unsigned short NOT_A_NUMBER = 0x7fff; // the one that comes out of arithmetic
};
struct half_format : format_of_16_bits<10> {};
struct bfloat16_format : format_of_16_bits<7> {};

// ---- to float, which is exact ----

inline float widened(bfloat16_format, unsigned short bits) {
    return bit_cast<float>(static_cast<unsigned>(bits) << 16);
}

inline float widened(half_format, unsigned short bits) {
    const unsigned size = bits & 0x7fffu;
    // The bits in their places are the number but for the bias of the exponent; so too if it is
    // denormal.
    unsigned pattern = bit_cast<unsigned>(bit_cast<float>(size << 13) * 0x1p+112f);
    if (size >= half_format::INFINITE)
        pattern = size == half_format::INFINITE ? 0x7f800000u : 0x7fffffffu;
    if (size <= half_format::INFINITE)
        pattern |= (bits & 0x8000u) << 16;
    return bit_cast<float>(pattern);
}

// ---- from float, to nearest ----

inline unsigned short nearest(bfloat16_format, float x) {
    const unsigned pattern = bit_cast<unsigned>(x);
    if ((pattern & 0x7fffffffu) > 0x7f800000u)
        return bfloat16_format::NOT_A_NUMBER;
    return static_cast<unsigned short>((pattern + 0x7fffu + (pattern >> 16 & 1)) >> 16);
}

inline unsigned short nearest(half_format, float x) {
    const unsigned pattern = bit_cast<unsigned>(x), size = pattern & 0x7fffffffu;
    if (size > 0x7f800000u)
        return half_format::NOT_A_NUMBER;
    unsigned result;
    if (size >= 0x47800000u) // 2 to the power of 16
        result = half_format::INFINITE;
    else if (size < 0x38800000u) // 2 to the power of -14: the sum ends where a denormal number does
        result = bit_cast<unsigned>(bit_cast<float>(size) + 0.5f) - 0x3f000000u;
    else
        result = (size - 0x38000000u + 0xfffu + (size >> 13 & 1)) >> 13;
    return static_cast<unsigned short>(result | (pattern >> 16 & 0x8000u));
}

// ---- from double, to nearest ----

// To float, but not to nearest: of the two that the exact number, `nearest` plus something of the
// sign of `missing`, lies between, that whose last bit is 1. Rounded once more, to a format that is
// shorter by two bits or more, it becomes what the exact number does (S. Boldo and G. Melquiond,
// "When double rounding is odd").
inline float to_odd(double nearest, double missing) {
    const float narrow = static_cast<float>(nearest);
    const double behind = nearest - static_cast<double>(narrow);
    const double rest = behind != 0 ? behind : missing;
    unsigned pattern = bit_cast<unsigned>(narrow);
    if ((rest > 0 || rest < 0) && pattern % 2 == 0)
        pattern += (rest < 0) == std::signbit(narrow) ? 1u : ~0u;
    return bit_cast<float>(pattern);
}

template <class Format> inline unsigned short nearest(Format format, double x) {
    return nearest(format, to_odd(x, 0));
}

// a * b + c. The product of two is exact in double; what their sum with c falls short of is known.
template <class Format>
inline unsigned short nearest_fused(Format format, float a, float b, float c) {
    const double product = unfused(static_cast<double>(a) * static_cast<double>(b)), wide_c = c;
    const double sum = product + wide_c;
    return nearest(format, to_odd(sum, missing_of_sum(product, wide_c, sum)));
}

// ---- any rounding of integers, and of float all but to nearest ----

// significand * 2 to the power of `exponent`, and a sign.
template <class Format, rounding Mode>
inline unsigned short rounded(bool negative, unsigned long long significand, int exponent) {
    const unsigned short sign = negative ? 0x8000 : 0;
    if (significand == 0)
        return sign;
    const int leading_zeros = __builtin_clzll(significand);
    significand <<= leading_zeros;
    exponent += 63 - leading_zeros; // that of the first bit
    const int too_small = exponent < Format::LEAST_EXPONENT ? Format::LEAST_EXPONENT - exponent : 0;
    const int shift = 63 - Format::FRACTION + too_small;
    // So small as to have no bit there only a float is, which comes here to be rounded to one side.
    unsigned long long result = 0, rest = 1;
    if (shift < 64)
        result = significand >> shift, rest = significand << (64 - shift);
    // The first bit, if it is kept, adds 1 to the exponent.
    if (too_small == 0)
        result += static_cast<unsigned long long>(exponent - Format::LEAST_EXPONENT)
                  << Format::FRACTION;
    const unsigned long long middle = 1ull << 63;
    const bool away = Mode == rounding::nearest
                          ? rest > middle || (rest == middle && result % 2 != 0)
                      : Mode == rounding::up   ? rest != 0 && !negative
                      : Mode == rounding::down ? rest != 0 && negative
                                               : false;
    result += away;
    if (result >= Format::INFINITE) {
        const bool stays_finite = Mode == rounding::zero || (Mode == rounding::up && negative) ||
                                  (Mode == rounding::down && !negative);
        result = stays_finite ? Format::INFINITE - 1 : Format::INFINITE;
    }
    return static_cast<unsigned short>(result | sign);
}

template <class Format, rounding Mode> inline unsigned short rounded(float x) {
    if (Mode == rounding::nearest)
        return nearest(Format(), x);
    const unsigned pattern = bit_cast<unsigned>(x), size = pattern & 0x7fffffffu;
    const bool negative = size != pattern;
    if (size > 0x7f800000u)
        return Format::NOT_A_NUMBER;
    if (size == 0x7f800000u)
        return static_cast<unsigned short>(Format::INFINITE | (negative ? 0x8000 : 0));
    const int exponent = static_cast<int>(size >> 23);
    return exponent == 0
               ? rounded<Format, Mode>(negative, size, -149)
               : rounded<Format, Mode>(negative, (size & 0x7fffffu) | 0x800000u, exponent - 150);
}

template <class Format, rounding Mode, class Integer>
inline unsigned short rounded_integer(Integer x) {
    const auto size = static_cast<unsigned long long>(x);
    return rounded<Format, Mode>(x < 0, x < 0 ? 0 - size : size, 0);
}

// Out of range goes to the nearest bound; NaN becomes 0, or in 64 bits the sign bit alone.
template <class Integer, rounding Mode> inline Integer integer_of(float x) {
    if (x != x && sizeof(Integer) < 8)
        return 0;
    return to_integer<Integer, Mode>(x);
}

// ---- the smaller and the larger ----
//
// -0 is less than +0. A NaN loses against a number.

inline float smaller(float a, float b) {
    if (a == b)
        return std::signbit(a) ? a : b;
    return a < b || b != b ? a : b;
}
inline float larger(float a, float b) {
    if (a == b)
        return std::signbit(a) ? b : a;
    return a > b || b != b ? a : b;
}
inline float or_nan(float a, float b, float otherwise) {
    return a != a ? a : b != b ? b : otherwise;
}
inline float saturated_to_1(float x) {
    return x > 0 ? (x < 1 ? x : 1.0f) : 0.0f;
}

} // namespace math
} // namespace cuda_emulator

#endif
