// cuda_bf16.h: nv_bfloat16, the upper half of a float (8 significant bits, float's range), and
// nv_bfloat162, a pair of them.
//
// Arithmetic is rounded to nearest even, and denormal numbers are kept. Functions with no exact
// result (hexp, hsin, ...) are rounded to nearest too, where a GPU may be off by the last bit.
#ifndef __CUDA_BF16_H__
#define __CUDA_BF16_H__
#define __CUDA_BF16_HPP__
#define __CUDA_BF16_TYPES_EXIST__

#include "cuda_fp16.h"

#define CUDA_EMULATOR_FORMAT bfloat16_format
#define CUDA_EMULATOR_NUMBER __nv_bfloat16
#define CUDA_EMULATOR_PAIR __nv_bfloat162
#define CUDA_EMULATOR_RAW_NUMBER __nv_bfloat16_raw
#define CUDA_EMULATOR_RAW_PAIR __nv_bfloat162_raw
#define CUDA_EMULATOR_OTHER __half
#define CUDA_EMULATOR_NAME(BEFORE, AFTER) BEFORE##bfloat16##AFTER
#define CUDA_EMULATOR_PAIR_NAME(BEFORE, AFTER) BEFORE##bfloat162##AFTER
#define CUDA_EMULATOR_BOTH_NAME __bfloat162bfloat162
#ifndef __CUDA_NO_BFLOAT16_CONVERSIONS__
#define CUDA_EMULATOR_IMPLICIT
#endif
#ifndef __CUDA_NO_BFLOAT16_OPERATORS__
#define CUDA_EMULATOR_OPERATORS
#endif
#ifndef __CUDA_NO_BFLOAT162_OPERATORS__
#define CUDA_EMULATOR_PAIR_OPERATORS
#endif
#include "emulator/half_functions.h"

#ifndef __CUDA_NO_HALF_CONVERSIONS__
inline __half::__half(__nv_bfloat16 x) : __half(__float2half(__bfloat162float(x))) {}
#endif
#ifndef __CUDA_NO_BFLOAT16_CONVERSIONS__
inline __nv_bfloat16::__nv_bfloat16(__half x) : __nv_bfloat16(__float2bfloat16(__half2float(x))) {}
#endif

#define CUDART_INF_BF16 __ushort_as_bfloat16((unsigned short)0x7f80)
#define CUDART_NAN_BF16 __ushort_as_bfloat16((unsigned short)0x7fff)
#define CUDART_MIN_DENORM_BF16 __ushort_as_bfloat16((unsigned short)0x0001)
#define CUDART_MAX_NORMAL_BF16 __ushort_as_bfloat16((unsigned short)0x7f7f)
#define CUDART_NEG_ZERO_BF16 __ushort_as_bfloat16((unsigned short)0x8000)
#define CUDART_ZERO_BF16 __ushort_as_bfloat16((unsigned short)0x0000)
#define CUDART_ONE_BF16 __ushort_as_bfloat16((unsigned short)0x3f80)

#ifndef CUDA_NO_BFLOAT16
typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;
#endif

#endif
