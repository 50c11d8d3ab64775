// cuda_fp8.h: numbers of 8 bits, E4M3 (4 significant bits, up to 448) and E5M2 (3, up to 57344), in
// pairs and fours too. They are there to be stored and multiplied by tensor cores: for arithmetic
// they are converted. All conversions are exact or rounded to nearest even, once.
#ifndef __CUDA_FP8_H__
#define __CUDA_FP8_H__
#define __CUDA_FP8_TYPES_EXIST__

#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "emulator/fp8.h"

#include <limits>
#include <type_traits>

typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short __nv_fp8x2_storage_t;
typedef unsigned int __nv_fp8x4_storage_t;
enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE };
enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 };

// ---- One number

inline __nv_fp8_storage_t __nv_cvt_double_to_fp8(double x, __nv_saturation_t saturation,
                                                 __nv_fp8_interpretation_t format) {
    using namespace ::cuda_emulator::math;
    const bool saturates = saturation == __NV_SATFINITE;
    return format == __NV_E4M3 ? nearest_of_8_bits(e4m3_format(), x, saturates)
                               : nearest_of_8_bits(e5m2_format(), x, saturates);
}
inline __nv_fp8_storage_t __nv_cvt_float_to_fp8(float x, __nv_saturation_t saturation,
                                                __nv_fp8_interpretation_t format) {
    return __nv_cvt_double_to_fp8(x, saturation, format);
}
inline __nv_fp8_storage_t __nv_cvt_halfraw_to_fp8(__half_raw x, __nv_saturation_t saturation,
                                                  __nv_fp8_interpretation_t format) {
    return __nv_cvt_double_to_fp8(__half2float(x), saturation, format);
}
inline __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_fp8(__nv_bfloat16_raw x,
                                                      __nv_saturation_t saturation,
                                                      __nv_fp8_interpretation_t format) {
    return __nv_cvt_double_to_fp8(__bfloat162float(x), saturation, format);
}
inline __half_raw __nv_cvt_fp8_to_halfraw(__nv_fp8_storage_t x, __nv_fp8_interpretation_t format) {
    using namespace ::cuda_emulator::math;
    return static_cast<__half_raw>(
        __float2half(format == __NV_E4M3 ? widened(e4m3_format(), x) : widened(e5m2_format(), x)));
}

// ---- Two: the first in the lower bits

namespace cuda_emulator {
inline __nv_fp8x2_storage_t fp8_pair(__nv_fp8_storage_t low, __nv_fp8_storage_t high) {
    return static_cast<__nv_fp8x2_storage_t>(low | high << 8);
}
} // namespace cuda_emulator

#define CUDA_EMULATOR_PAIR_TO_FP8(NAME, PAIR, ONE)                                                 \
    inline __nv_fp8x2_storage_t NAME(PAIR p, __nv_saturation_t saturation,                         \
                                     __nv_fp8_interpretation_t format) {                           \
        return cuda_emulator::fp8_pair(ONE(p.x, saturation, format),                               \
                                       ONE(p.y, saturation, format));                              \
    }
CUDA_EMULATOR_PAIR_TO_FP8(__nv_cvt_double2_to_fp8x2, double2, __nv_cvt_double_to_fp8)
CUDA_EMULATOR_PAIR_TO_FP8(__nv_cvt_float2_to_fp8x2, float2, __nv_cvt_float_to_fp8)
#undef CUDA_EMULATOR_PAIR_TO_FP8
inline __nv_fp8x2_storage_t __nv_cvt_halfraw2_to_fp8x2(__half2_raw p, __nv_saturation_t saturation,
                                                       __nv_fp8_interpretation_t format) {
    const __half2 both(p);
    return __nv_cvt_float2_to_fp8x2(__half22float2(both), saturation, format);
}
inline __nv_fp8x2_storage_t __nv_cvt_bfloat16raw2_to_fp8x2(__nv_bfloat162_raw p,
                                                           __nv_saturation_t saturation,
                                                           __nv_fp8_interpretation_t format) {
    const __nv_bfloat162 both(p);
    return __nv_cvt_float2_to_fp8x2(__bfloat1622float2(both), saturation, format);
}
inline __half2_raw __nv_cvt_fp8x2_to_halfraw2(__nv_fp8x2_storage_t p,
                                              __nv_fp8_interpretation_t format) {
    const auto low = static_cast<__nv_fp8_storage_t>(p & 0xff);
    const auto high = static_cast<__nv_fp8_storage_t>(p >> 8);
    return static_cast<__half2_raw>(__half2(__half(__nv_cvt_fp8_to_halfraw(low, format)),
                                            __half(__nv_cvt_fp8_to_halfraw(high, format))));
}

// ---- The types

namespace cuda_emulator {

// To an integer: what is too large or too small becomes the nearest there is, NaN becomes 0.
template <class Integer> inline Integer integer_of(float x) {
    using limits = std::numeric_limits<Integer>;
    if (x != x)
        return 0;
    if (static_cast<double>(x) >= static_cast<double>(limits::max()))
        return limits::max();
    if (static_cast<double>(x) <= static_cast<double>(limits::min()))
        return limits::min();
    return static_cast<Integer>(x);
}

} // namespace cuda_emulator

#define CUDA_EMULATOR_FP8(NAME, FORMAT)                                                            \
    struct NAME {                                                                                  \
        __nv_fp8_storage_t __x;                                                                    \
        NAME() = default;                                                                          \
        explicit NAME(const __half x)                                                              \
            : __x(__nv_cvt_float_to_fp8(__half2float(x), __NV_SATFINITE, FORMAT)) {}               \
        explicit NAME(const __nv_bfloat16 x)                                                       \
            : __x(__nv_cvt_float_to_fp8(__bfloat162float(x), __NV_SATFINITE, FORMAT)) {}           \
        template <class T, class = std::enable_if_t<std::is_arithmetic<T>::value>>                 \
        explicit NAME(const T x)                                                                   \
            : __x(__nv_cvt_double_to_fp8(static_cast<double>(x), __NV_SATFINITE, FORMAT)) {}       \
        explicit operator __half() const { return __half(__nv_cvt_fp8_to_halfraw(__x, FORMAT)); }  \
        explicit operator float() const { return __half2float(static_cast<__half>(*this)); }       \
        explicit operator __nv_bfloat16() const {                                                  \
            return __float2bfloat16(static_cast<float>(*this));                                    \
        }                                                                                          \
        explicit operator double() const { return static_cast<float>(*this); }                     \
        template <class T, class = std::enable_if_t<std::is_integral<T>::value>>                   \
        explicit operator T() const {                                                              \
            if constexpr (std::is_same<T, bool>::value)                                            \
                return (__x & 0x7f) != 0;                                                          \
            else                                                                                   \
                return cuda_emulator::integer_of<T>(static_cast<float>(*this));                    \
        }                                                                                          \
    };
CUDA_EMULATOR_FP8(__nv_fp8_e4m3, __NV_E4M3)
CUDA_EMULATOR_FP8(__nv_fp8_e5m2, __NV_E5M2)
#undef CUDA_EMULATOR_FP8

#define CUDA_EMULATOR_FP8_PAIR(NAME, FORMAT)                                                       \
    struct NAME {                                                                                  \
        __nv_fp8x2_storage_t __x;                                                                  \
        NAME() = default;                                                                          \
        explicit NAME(const __half2 p)                                                             \
            : __x(__nv_cvt_float2_to_fp8x2(__half22float2(p), __NV_SATFINITE, FORMAT)) {}          \
        explicit NAME(const __nv_bfloat162 p)                                                      \
            : __x(__nv_cvt_float2_to_fp8x2(__bfloat1622float2(p), __NV_SATFINITE, FORMAT)) {}      \
        explicit NAME(const float2 p)                                                              \
            : __x(__nv_cvt_float2_to_fp8x2(p, __NV_SATFINITE, FORMAT)) {}                          \
        explicit NAME(const double2 p)                                                             \
            : __x(__nv_cvt_double2_to_fp8x2(p, __NV_SATFINITE, FORMAT)) {}                         \
        explicit operator __half2() const {                                                        \
            return __half2(__nv_cvt_fp8x2_to_halfraw2(__x, FORMAT));                               \
        }                                                                                          \
        explicit operator float2() const { return __half22float2(static_cast<__half2>(*this)); }   \
    };
CUDA_EMULATOR_FP8_PAIR(__nv_fp8x2_e4m3, __NV_E4M3)
CUDA_EMULATOR_FP8_PAIR(__nv_fp8x2_e5m2, __NV_E5M2)
#undef CUDA_EMULATOR_FP8_PAIR

#define CUDA_EMULATOR_FP8_FOUR(NAME, PAIR)                                                         \
    struct NAME {                                                                                  \
        __nv_fp8x4_storage_t __x;                                                                  \
        NAME() = default;                                                                          \
        explicit NAME(const __half2 low, const __half2 high) : NAME(PAIR(low), PAIR(high)) {}      \
        explicit NAME(const __nv_bfloat162 low, const __nv_bfloat162 high)                         \
            : NAME(PAIR(low), PAIR(high)) {}                                                       \
        explicit NAME(const float4 v)                                                              \
            : NAME(PAIR(make_float2(v.x, v.y)), PAIR(make_float2(v.z, v.w))) {}                    \
        explicit NAME(const double4 v)                                                             \
            : NAME(PAIR(make_double2(v.x, v.y)), PAIR(make_double2(v.z, v.w))) {}                  \
        explicit operator float4() const {                                                         \
            PAIR low, high;                                                                        \
            low.__x = static_cast<__nv_fp8x2_storage_t>(__x);                                      \
            high.__x = static_cast<__nv_fp8x2_storage_t>(__x >> 16);                               \
            const float2 a = static_cast<float2>(low), b = static_cast<float2>(high);              \
            return make_float4(a.x, a.y, b.x, b.y);                                                \
        }                                                                                          \
                                                                                                   \
    private:                                                                                       \
        NAME(const PAIR low, const PAIR high)                                                      \
            : __x(low.__x | static_cast<__nv_fp8x4_storage_t>(high.__x) << 16) {}                  \
    };
CUDA_EMULATOR_FP8_FOUR(__nv_fp8x4_e4m3, __nv_fp8x2_e4m3)
CUDA_EMULATOR_FP8_FOUR(__nv_fp8x4_e5m2, __nv_fp8x2_e5m2)
#undef CUDA_EMULATOR_FP8_FOUR

#endif
