// elements.h: inside of the runtime: what the bits of a matrix's elements mean to a tensor core.
#ifndef CUDA_EMULATOR_ELEMENTS_H
#define CUDA_EMULATOR_ELEMENTS_H

#include "emulator/fp8.h"
#include "emulator/fragments.h"
#include "emulator/half.h"

#include <cstring>

namespace cuda_emulator {

constexpr unsigned bytes_of(element e) {
    switch (e) {
    case element::f64:
        return 8;
    case element::f32:
    case element::tf32:
    case element::s32:
        return 4;
    case element::f16:
    case element::bf16:
        return 2;
    default:
        return 1;
    }
}

template <class T> T bits_at(const unsigned char *from) {
    T bits;
    std::memcpy(&bits, from, sizeof bits);
    return bits;
}

// All of them are floats but for f64 and s32. Of TF32 the multiplier sees the upper 19 bits.
inline float float_at(element e, const unsigned char *from) {
    using namespace math;
    switch (e) {
    case element::f32:
        return bits_at<float>(from);
    case element::tf32:
        return bit_cast<float>(bits_at<unsigned>(from) & 0xffffe000u);
    case element::f16:
        return widened(half_format(), bits_at<unsigned short>(from));
    case element::bf16:
        return widened(bfloat16_format(), bits_at<unsigned short>(from));
    case element::e4m3:
        return widened(e4m3_format(), *from);
    case element::e5m2:
        return widened(e5m2_format(), *from);
    case element::s8:
        return static_cast<signed char>(*from);
    case element::u8:
        return *from;
    default:
        return 0;
    }
}

// A number as it is added up: sums of `half` and float in float, of integers in int.
template <class Sum> Sum number_at(element e, const unsigned char *from) {
    if (e == element::f64)
        return static_cast<Sum>(bits_at<double>(from));
    if (e == element::s32)
        return static_cast<Sum>(bits_at<int>(from));
    return static_cast<Sum>(float_at(e, from));
}
template <class Sum> void put_number(element e, Sum value, unsigned char *to) {
    if (e == element::f16) {
        const unsigned short bits = math::nearest(math::half_format(), static_cast<float>(value));
        std::memcpy(to, &bits, sizeof bits);
    } else {
        std::memcpy(to, &value, sizeof value);
    }
}

// a b + c, as it is added up: of doubles rounded once, of integers without their upper bits.
inline double multiplied_and_added(double a, double b, double c) {
    return __builtin_fma(a, b, c);
}
inline float multiplied_and_added(float a, float b, float c) {
    return a * b + c;
}
inline int multiplied_and_added(int a, int b, int c) {
    return static_cast<int>(static_cast<unsigned>(a * b) + static_cast<unsigned>(c));
}

} // namespace cuda_emulator

#endif
