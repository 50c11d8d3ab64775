// cuda_fp16.h: half, the IEEE 754 number of 16 bits (11 significant, up to 65504), and half2, a
// pair of them.
//
// Arithmetic is rounded to nearest even, and denormal numbers are kept. Functions with no exact
// result (hexp, hsin, ...) are rounded to nearest too, where a GPU may be off by the last bit.
#ifndef __CUDA_FP16_H__
#define __CUDA_FP16_H__
#define __CUDA_FP16_HPP__
#define __CUDA_FP16_TYPES_EXIST__

#include "cuda_runtime.h"
#include "emulator/half.h"

struct __nv_bfloat16;

#define CUDA_EMULATOR_FORMAT half_format
#define CUDA_EMULATOR_NUMBER __half
#define CUDA_EMULATOR_PAIR __half2
#define CUDA_EMULATOR_RAW_NUMBER __half_raw
#define CUDA_EMULATOR_RAW_PAIR __half2_raw
#define CUDA_EMULATOR_OTHER __nv_bfloat16
#define CUDA_EMULATOR_NAME(BEFORE, AFTER) BEFORE##half##AFTER
#define CUDA_EMULATOR_PAIR_NAME(BEFORE, AFTER) BEFORE##half2##AFTER
#define CUDA_EMULATOR_BOTH_NAME __half2half2
#ifndef __CUDA_NO_HALF_CONVERSIONS__
#define CUDA_EMULATOR_IMPLICIT
#endif
#ifndef __CUDA_NO_HALF_OPERATORS__
#define CUDA_EMULATOR_OPERATORS
#endif
#ifndef __CUDA_NO_HALF2_OPERATORS__
#define CUDA_EMULATOR_PAIR_OPERATORS
#endif
#include "emulator/half_functions.h"

#define CUDART_INF_FP16 __ushort_as_half((unsigned short)0x7c00)
#define CUDART_NAN_FP16 __ushort_as_half((unsigned short)0x7fff)
#define CUDART_MIN_DENORM_FP16 __ushort_as_half((unsigned short)0x0001)
#define CUDART_MAX_NORMAL_FP16 __ushort_as_half((unsigned short)0x7bff)
#define CUDART_NEG_ZERO_FP16 __ushort_as_half((unsigned short)0x8000)
#define CUDART_ZERO_FP16 __ushort_as_half((unsigned short)0x0000)
#define CUDART_ONE_FP16 __ushort_as_half((unsigned short)0x3c00)

#ifndef CUDA_NO_HALF
typedef __half half;
typedef __half2 half2;
typedef __half __nv_half;
typedef __half2 __nv_half2;
typedef __half_raw __nv_half_raw;
typedef __half2_raw __nv_half2_raw;
typedef __half nv_half;
typedef __half2 nv_half2;
#endif

#endif
