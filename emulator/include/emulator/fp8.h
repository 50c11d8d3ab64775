// fp8.h: the floating-point formats of 8 bits: what their bits mean, and how a number is rounded to
// them. E4M3 has no infinity, and one NaN of each sign; E5M2 is the upper half of a `half`.
#ifndef CUDA_EMULATOR_FP8_H
#define CUDA_EMULATOR_FP8_H

#include "emulator/rounding.h"

#include <algorithm>
#include <cmath>

namespace cuda_emulator {
namespace math {

template <int FRACTION_BITS, int BIAS_, bool HAS_INFINITY> struct format_of_8_bits {
    static constexpr int FRACTION = FRACTION_BITS, BIAS = BIAS_;
    static constexpr bool INFINITE = HAS_INFINITY;
    static constexpr unsigned char NOT_A_NUMBER = 0x7f;
    // The bits of the largest number.
    static constexpr unsigned char LARGEST = HAS_INFINITY ? 0x7f - (1 << FRACTION) : 0x7e;
};
struct e4m3_format : format_of_8_bits<3, 7, false> {};
struct e5m2_format : format_of_8_bits<2, 15, true> {};

// Exact.
template <class Format> inline float widened(Format, unsigned char bits) {
    const int size = bits & 0x7f, exponent = size >> Format::FRACTION;
    const int fraction = size & ((1 << Format::FRACTION) - 1);
    float result;
    if (size > Format::LARGEST)
        result = Format::INFINITE && fraction == 0 ? __builtin_inff() : __builtin_nanf("");
    else if (exponent == 0)
        result = std::ldexp(static_cast<float>(fraction), 1 - Format::BIAS - Format::FRACTION);
    else
        result = std::ldexp(static_cast<float>(fraction + (1 << Format::FRACTION)),
                            exponent - Format::BIAS - Format::FRACTION);
    return bits & 0x80 ? -result : result;
}

// To nearest, of two as near to the even one. What is too large becomes the largest number, or else
// infinity, or NaN where there is none.
template <class Format> inline unsigned char nearest_of_8_bits(Format f, double x, bool saturates) {
    const unsigned char sign = std::signbit(x) ? 0x80 : 0;
    if (std::isnan(x))
        return Format::NOT_A_NUMBER;
    const double size = std::fabs(x);
    const double largest = widened(f, Format::LARGEST);
    // Halfway to what would be the next number.
    const double limit = largest + std::ldexp(1.0, std::ilogb(largest) - Format::FRACTION - 1);
    const bool is_even = (Format::LARGEST & 1) == 0;
    if (size > limit || (size == limit && !is_even)) {
        if (saturates)
            return sign | Format::LARGEST;
        return sign | static_cast<unsigned char>(Format::INFINITE ? Format::LARGEST + 1
                                                                  : Format::NOT_A_NUMBER);
    }
    if (size == 0)
        return sign;
    const int least = 1 - Format::BIAS; // exponent of a normal number
    const int exponent = std::max(std::ilogb(size), least);
    // Rounded to an integer of FRACTION + 1 bits, by the processor: to nearest, even.
    const auto digits =
        static_cast<int>(std::nearbyint(std::ldexp(size, Format::FRACTION - exponent)));
    const int bits = digits + ((exponent - least) << Format::FRACTION);
    return sign | static_cast<unsigned char>(std::min<int>(bits, Format::LARGEST));
}

} // namespace math
} // namespace cuda_emulator

#endif
