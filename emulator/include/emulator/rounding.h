// rounding.h: arithmetic rounded toward zero, up or down, on a processor that rounds to nearest.
//
// The processor's own rounding mode stays as it is: to change it and back takes some fifty times as
// long as a sum, and some machines have only the one. Instead, it is worked out whether the exact
// result is more or less than the nearest number: the difference may take more bits than there are,
// but its sign can be had without an error. Where the sign is the wrong one for the mode, the
// result is the number beside the nearest.
//
// Infinities, NaNs and overflow need no branches. A sum of two numbers that overflows is infinity,
// which what is exact falls short of by infinity: toward zero it becomes the largest number. Of
// infinity plus 1 the difference is NaN, which is neither more nor less.
//
// The types of results are deduced: g++ then makes a function of its template where it is called
// first, once for a precompiled header, and not at the end of every file that takes the header.
#ifndef CUDA_EMULATOR_ROUNDING_H
#define CUDA_EMULATOR_ROUNDING_H

#include "emulator/processor.h"

#include <cmath>
#include <limits>
#include <type_traits>

namespace cuda_emulator {
namespace math {

enum class rounding { nearest, zero, up, down };

template <class To, class From> inline To bit_cast(From from) {
    static_assert(sizeof(To) == sizeof(From), "a bit pattern keeps its size");
    To to;
    __builtin_memcpy(&to, &from, sizeof to); // memcpy would be a call, which the checker looks at
    return to;
}

// The exact result is `nearest` plus something of the sign of `missing`.
template <rounding Mode, class T, class Missing> inline auto directed(T nearest, Missing missing) {
    using bits = std::conditional_t<sizeof(T) == 4, unsigned, unsigned long long>;
    const bits pattern = bit_cast<bits>(nearest);
    // The patterns of one sign are in the order of size.
    const bits from_zero = 1, to_zero = ~bits(0);
    const bool negative = pattern >> (8 * sizeof(T) - 1) != 0;
    bits step = 0;
    if (Mode == rounding::up)
        step = missing > 0 ? (negative ? to_zero : from_zero) : 0;
    else if (Mode == rounding::down)
        step = missing < 0 ? (negative ? from_zero : to_zero) : 0;
    else if (Mode == rounding::zero)
        step = (nearest > 0 && missing < 0) || (nearest < 0 && missing > 0) ? to_zero : 0;
    return bit_cast<T>(pattern + step);
}

// ---- sums ----

// a + b to nearest, but for the sign of a zero, which follows the mode.
template <rounding Mode, class T> inline auto nearest_sum(T a, T b) {
    return Mode == rounding::down ? -(-a - b) : a + b;
}

// a + b - sum, exactly, if `sum` is the nearest to a + b (T. J. Dekker's "Fast2Sum").
template <class T> inline T missing_of_sum(T a, T b, T sum) {
    const bool ordered = std::fabs(a) >= std::fabs(b);
    const T large = ordered ? a : b, small = ordered ? b : a;
    return small - (sum - large);
}

template <rounding Mode, class T> inline auto sum(T a, T b) {
    a = unfused(a), b = unfused(b); // they may be products
    const T nearest = nearest_sum<Mode>(a, b);
    return directed<Mode>(nearest, missing_of_sum(a, b, nearest));
}

// ---- float: double holds a product exactly, and of a quotient or a root enough to tell on which
// side of a float it lies: its first 24 bits and the next 24 are neither all 0 nor all 1 ----

template <rounding Mode> inline auto narrowed(double x) {
    const float nearest = static_cast<float>(x);
    return directed<Mode>(nearest, x - static_cast<double>(nearest));
}

template <rounding Mode> inline auto product(float a, float b) {
    return narrowed<Mode>(static_cast<double>(a) * static_cast<double>(b));
}

template <rounding Mode> inline auto quotient(float a, float b) {
    return narrowed<Mode>(static_cast<double>(a) / static_cast<double>(b));
}

template <rounding Mode> inline auto root(float a) {
    return narrowed<Mode>(std::sqrt(static_cast<double>(a)));
}

template <rounding Mode> inline auto fused(float a, float b, float c) {
    const double ab = unfused(static_cast<double>(a) * static_cast<double>(b)), wide_c = c;
    const double nearest = nearest_sum<Mode>(ab, wide_c);
    const float narrow = static_cast<float>(nearest);
    const double missing = nearest - static_cast<double>(narrow);
    return directed<Mode>(narrow, missing != 0 ? missing : missing_of_sum(ab, wide_c, nearest));
}

// ---- double: a fused multiply-add has the difference between a product and a number near it,
// unless that is too small for a double. Below TINY all is scaled up before ----

constexpr double TINY = 0x1p-900;

template <rounding Mode> inline auto product(double a, double b) {
    constexpr double SCALE = 0x1p+600;
    const double nearest = unfused(a * b);
    const double missing = std::fabs(nearest) >= TINY
                               ? std::fma(a, b, -nearest)
                               : std::fma(a * SCALE, b * SCALE, -(nearest * SCALE * SCALE));
    return directed<Mode>(nearest, missing);
}

// What is missing has the sign of (a - nearest * b) / b.
template <rounding Mode> inline auto quotient(double a, double b) {
    constexpr double SCALE = 0x1p+200;
    const double nearest = a / b;
    double missing = 0;
    if (std::fabs(a) >= TINY)
        missing = std::fma(-nearest, b, a);
    else if (std::fabs(b) < 1)
        missing = std::fma(-nearest, b * SCALE, a * SCALE);
    else
        missing = std::fma(-nearest * SCALE, b, a * SCALE);
    return directed<Mode>(nearest, std::signbit(b) ? -missing : missing);
}

template <rounding Mode> inline auto root(double a) {
    constexpr double SCALE = 0x1p+100;
    const double nearest = std::sqrt(a);
    const double missing = std::fabs(a) >= TINY
                               ? std::fma(-nearest, nearest, a)
                               : std::fma(-nearest * SCALE, nearest * SCALE, a * SCALE * SCALE);
    return directed<Mode>(nearest, missing);
}

// A number with the sign of a * b + c - nearest, if no product is below TINY and no sum overflows:
// the rest of the product to nearest and what both sums are short of are added from the large to
// the small (S. Boldo and J.-M. Muller, "Exact and Approximated Error of the FMA").
inline double missing_of_fused(double a, double b, double c, double nearest) {
    const double high = unfused(a * b), low = std::fma(a, b, -high);
    const double inner = c + low, inner_missing = missing_of_sum(c, low, inner);
    const double outer = high + inner, outer_missing = missing_of_sum(high, inner, outer);
    return (outer - nearest + outer_missing) + inner_missing;
}

// missing_of_fused() for all numbers: brings the larger of a * b and c near 1, with the other as
// far below as it is, or as still makes no difference.
inline double missing_of_fused_scaled(double a, double b, double c, double nearest) {
    constexpr int OUT_OF_REACH = 300;
    if (a == 0 || b == 0 || !std::isfinite(a) || !std::isfinite(b) || !std::isfinite(c))
        return 0;
    if (std::isinf(nearest))
        return -nearest;
    int a_exponent, b_exponent, c_exponent;
    a = std::frexp(a, &a_exponent);
    b = std::frexp(b, &b_exponent);
    c = std::frexp(c, &c_exponent);
    int product_exponent = a_exponent + b_exponent;
    if (c == 0 || c_exponent < product_exponent - OUT_OF_REACH)
        c_exponent = product_exponent - OUT_OF_REACH;
    if (product_exponent < c_exponent - OUT_OF_REACH)
        product_exponent = c_exponent - OUT_OF_REACH;
    const int scale = product_exponent > c_exponent ? product_exponent : c_exponent;
    return missing_of_fused(std::ldexp(a, product_exponent - scale), b,
                            std::ldexp(c, c_exponent - scale), std::ldexp(nearest, -scale));
}

template <rounding Mode> inline auto fused(double a, double b, double c) {
    constexpr double HUGE_ENOUGH = 0x1p+1000;
    const double nearest = Mode == rounding::down ? -std::fma(-a, b, -c) : std::fma(a, b, c);
    const double size = std::fabs(a * b);
    const bool is_usual = size >= TINY && size <= HUGE_ENOUGH && std::fabs(c) <= HUGE_ENOUGH;
    return directed<Mode>(nearest, is_usual ? missing_of_fused(a, b, c, nearest)
                                            : missing_of_fused_scaled(a, b, c, nearest));
}

// ---- conversions ----

// An integer or a double as a To.
template <class To, rounding Mode, class From> inline auto to_floating(From x) {
    const To nearest = static_cast<To>(x);
    if (Mode == rounding::nearest)
        return nearest;
    if constexpr (std::is_same_v<From, double> || sizeof(From) == 4) {
        return directed<Mode>(nearest, static_cast<double>(x) - static_cast<double>(nearest));
    } else {
        // 2 to the power of digits is a To, but no From.
        const bool is_from =
            nearest < To(2) * static_cast<To>(1ull << (std::numeric_limits<From>::digits - 1));
        const auto back = static_cast<unsigned long long>(is_from ? static_cast<From>(nearest) : 0);
        return directed<Mode>(
            nearest,
            is_from ? static_cast<long long>(static_cast<unsigned long long>(x) - back) : -1);
    }
}

template <rounding Mode, class T> inline auto to_integral(T x) {
    return Mode == rounding::nearest ? std::rint(x)
           : Mode == rounding::zero  ? std::trunc(x)
           : Mode == rounding::up    ? std::ceil(x)
                                     : std::floor(x);
}

// As PTX's cvt does it: out of range goes to the nearest bound. NaN becomes 0 if both types have 32
// bits, otherwise the pattern of the sign bit alone.
template <class To, rounding Mode, class From> inline auto to_integer(From x) {
    using bounds = std::numeric_limits<To>;
    if (x != x)
        return sizeof(From) == 4 && sizeof(To) == 4
                   ? To(0)
                   : static_cast<To>(To(1) << (8 * sizeof(To) - 1));
    const From r = to_integral<Mode>(x);
    // 2 to the power of digits is a value of From; bounds::max() may not be one.
    const From limit = From(2) * static_cast<From>(1ull << (bounds::digits - 1));
    if (r >= limit)
        return bounds::max();
    if (r < (bounds::is_signed ? -limit : From(0)))
        return bounds::min();
    return static_cast<To>(r);
}

} // namespace math
} // namespace cuda_emulator

#endif
