// cuda_fp4.h: numbers of 4 bits, E2M1: 0, 0.5, 1, 1.5, 2, 3, 4 and 6, and their negatives; in pairs
// and fours too. There is no infinity and no NaN: what is too large becomes 6, and NaN becomes 6.
#ifndef __CUDA_FP4_H__
#define __CUDA_FP4_H__
#define __CUDA_FP4_TYPES_EXIST__

#include "cuda_fp8.h"

typedef __nv_fp8_storage_t __nv_fp4_storage_t;     // in the lower half of a byte
typedef __nv_fp8_storage_t __nv_fp4x2_storage_t;   // the first in the lower half
typedef __nv_fp8x2_storage_t __nv_fp4x4_storage_t; // the first in the lowest
enum __nv_fp4_interpretation_t { __NV_E2M1 };

// ---- One number, rounded to nearest, of two as near to the even one, or towards zero

inline __nv_fp4_storage_t __nv_cvt_double_to_fp4(double x, __nv_fp4_interpretation_t,
                                                 cudaRoundMode rounding) {
    if (std::isnan(x))
        return 7;
    const int sign = std::signbit(x) ? 8 : 0;
    const double size = std::fabs(x);
    if (size >= 6)
        return static_cast<__nv_fp4_storage_t>(sign | 7);
    // Neighbours are 0.5 apart, from 2 on 1, from 4 on 2.
    const double step = size < 2 ? 0.5 : size < 4 ? 1 : 2;
    const int before = size < 2 ? 0 : size < 4 ? 2 : 4; // bits of 0, of 2 less 2, of 4 less 2
    const double steps =
        rounding == cudaRoundZero ? std::trunc(size / step) : std::nearbyint(size / step);
    return static_cast<__nv_fp4_storage_t>(sign | (before + static_cast<int>(steps)));
}
inline __nv_fp4_storage_t __nv_cvt_float_to_fp4(float x, __nv_fp4_interpretation_t format,
                                                cudaRoundMode rounding) {
    return __nv_cvt_double_to_fp4(x, format, rounding);
}
inline __nv_fp4_storage_t __nv_cvt_halfraw_to_fp4(__half_raw x, __nv_fp4_interpretation_t format,
                                                  cudaRoundMode rounding) {
    return __nv_cvt_double_to_fp4(__half2float(x), format, rounding);
}
inline __nv_fp4_storage_t __nv_cvt_bfloat16raw_to_fp4(__nv_bfloat16_raw x,
                                                      __nv_fp4_interpretation_t format,
                                                      cudaRoundMode rounding) {
    return __nv_cvt_double_to_fp4(__bfloat162float(x), format, rounding);
}
inline __half_raw __nv_cvt_fp4_to_halfraw(__nv_fp4_storage_t x, __nv_fp4_interpretation_t) {
    static constexpr float sizes[] = {0, 0.5f, 1, 1.5f, 2, 3, 4, 6};
    const float size = sizes[x & 7];
    return static_cast<__half_raw>(__float2half((x & 8) != 0 ? -size : size));
}

// ---- Two

#define CUDA_EMULATOR_PAIR_TO_FP4(NAME, PAIR, ONE)                                                 \
    inline __nv_fp4x2_storage_t NAME(PAIR p, __nv_fp4_interpretation_t format,                     \
                                     cudaRoundMode rounding) {                                     \
        return static_cast<__nv_fp4x2_storage_t>(ONE(p.x, format, rounding) |                      \
                                                 ONE(p.y, format, rounding) << 4);                 \
    }
CUDA_EMULATOR_PAIR_TO_FP4(__nv_cvt_double2_to_fp4x2, double2, __nv_cvt_double_to_fp4)
CUDA_EMULATOR_PAIR_TO_FP4(__nv_cvt_float2_to_fp4x2, float2, __nv_cvt_float_to_fp4)
#undef CUDA_EMULATOR_PAIR_TO_FP4
inline __nv_fp4x2_storage_t __nv_cvt_halfraw2_to_fp4x2(__half2_raw p,
                                                       __nv_fp4_interpretation_t format,
                                                       cudaRoundMode rounding) {
    const __half2 both(p);
    return __nv_cvt_float2_to_fp4x2(__half22float2(both), format, rounding);
}
inline __nv_fp4x2_storage_t __nv_cvt_bfloat16raw2_to_fp4x2(__nv_bfloat162_raw p,
                                                           __nv_fp4_interpretation_t format,
                                                           cudaRoundMode rounding) {
    const __nv_bfloat162 both(p);
    return __nv_cvt_float2_to_fp4x2(__bfloat1622float2(both), format, rounding);
}
inline __half2_raw __nv_cvt_fp4x2_to_halfraw2(__nv_fp4x2_storage_t p,
                                              __nv_fp4_interpretation_t format) {
    const auto high = static_cast<__nv_fp4_storage_t>(p >> 4);
    return static_cast<__half2_raw>(__half2(__half(__nv_cvt_fp4_to_halfraw(p, format)),
                                            __half(__nv_cvt_fp4_to_halfraw(high, format))));
}

// ---- The types

struct __nv_fp4_e2m1 {
    __nv_fp4_storage_t __x;
    __nv_fp4_e2m1() = default;
    explicit __nv_fp4_e2m1(const __half x) : __nv_fp4_e2m1(__half2float(x)) {}
    explicit __nv_fp4_e2m1(const __nv_bfloat16 x) : __nv_fp4_e2m1(__bfloat162float(x)) {}
    template <class T, class = std::enable_if_t<std::is_arithmetic<T>::value>>
    explicit __nv_fp4_e2m1(const T x)
        : __x(__nv_cvt_double_to_fp4(static_cast<double>(x), __NV_E2M1, cudaRoundNearest)) {}
    explicit operator __half() const { return __half(__nv_cvt_fp4_to_halfraw(__x, __NV_E2M1)); }
    explicit operator float() const { return __half2float(static_cast<__half>(*this)); }
    explicit operator __nv_bfloat16() const { return __float2bfloat16(static_cast<float>(*this)); }
    explicit operator double() const { return static_cast<float>(*this); }
    template <class T, class = std::enable_if_t<std::is_integral<T>::value>>
    explicit operator T() const {
        if constexpr (std::is_same<T, bool>::value)
            return (__x & 7) != 0;
        else
            return cuda_emulator::integer_of<T>(static_cast<float>(*this));
    }
};

struct __nv_fp4x2_e2m1 {
    __nv_fp4x2_storage_t __x;
    __nv_fp4x2_e2m1() = default;
    explicit __nv_fp4x2_e2m1(const __half2 p) : __nv_fp4x2_e2m1(__half22float2(p)) {}
    explicit __nv_fp4x2_e2m1(const __nv_bfloat162 p) : __nv_fp4x2_e2m1(__bfloat1622float2(p)) {}
    explicit __nv_fp4x2_e2m1(const float2 p)
        : __x(__nv_cvt_float2_to_fp4x2(p, __NV_E2M1, cudaRoundNearest)) {}
    explicit __nv_fp4x2_e2m1(const double2 p)
        : __x(__nv_cvt_double2_to_fp4x2(p, __NV_E2M1, cudaRoundNearest)) {}
    explicit operator __half2() const {
        return __half2(__nv_cvt_fp4x2_to_halfraw2(__x, __NV_E2M1));
    }
    explicit operator float2() const { return __half22float2(static_cast<__half2>(*this)); }
};

struct __nv_fp4x4_e2m1 {
    __nv_fp4x4_storage_t __x;
    __nv_fp4x4_e2m1() = default;
    explicit __nv_fp4x4_e2m1(const __half2 low, const __half2 high)
        : __nv_fp4x4_e2m1(__nv_fp4x2_e2m1(low), __nv_fp4x2_e2m1(high)) {}
    explicit __nv_fp4x4_e2m1(const __nv_bfloat162 low, const __nv_bfloat162 high)
        : __nv_fp4x4_e2m1(__nv_fp4x2_e2m1(low), __nv_fp4x2_e2m1(high)) {}
    explicit __nv_fp4x4_e2m1(const float4 v)
        : __nv_fp4x4_e2m1(__nv_fp4x2_e2m1(make_float2(v.x, v.y)),
                          __nv_fp4x2_e2m1(make_float2(v.z, v.w))) {}
    explicit __nv_fp4x4_e2m1(const double4 v)
        : __nv_fp4x4_e2m1(__nv_fp4x2_e2m1(make_double2(v.x, v.y)),
                          __nv_fp4x2_e2m1(make_double2(v.z, v.w))) {}
    explicit operator float4() const {
        __nv_fp4x2_e2m1 low, high;
        low.__x = static_cast<__nv_fp4x2_storage_t>(__x & 0xff);
        high.__x = static_cast<__nv_fp4x2_storage_t>(__x >> 8);
        const float2 a = static_cast<float2>(low), b = static_cast<float2>(high);
        return make_float4(a.x, a.y, b.x, b.y);
    }

private:
    __nv_fp4x4_e2m1(const __nv_fp4x2_e2m1 low, const __nv_fp4x2_e2m1 high)
        : __x(cuda_emulator::fp8_pair(low.__x, high.__x)) {}
};

#endif
