// vector_functions.h: make_float4(x, y, z, w) and the like for all of CUDA's vector types, for C
// and C++.
#ifndef VECTOR_FUNCTIONS_H
#define VECTOR_FUNCTIONS_H
// Which programs ask for.
#define __VECTOR_FUNCTIONS_H__

#include "vector_types.h"

#define CUDA_EMULATOR_MAKE_4(name, element)                                                        \
    static inline name make_##name(element x, element y, element z, element w) {                   \
        name v = {x, y, z, w};                                                                     \
        return v;                                                                                  \
    }

#define CUDA_EMULATOR_MAKE(name, element)                                                          \
    static inline name##1 make_##name##1(element x) {                                              \
        name##1 v = {x};                                                                           \
        return v;                                                                                  \
    }                                                                                              \
    static inline name##2 make_##name##2(element x, element y) {                                   \
        name##2 v = {x, y};                                                                        \
        return v;                                                                                  \
    }                                                                                              \
    static inline name##3 make_##name##3(element x, element y, element z) {                        \
        name##3 v = {x, y, z};                                                                     \
        return v;                                                                                  \
    }                                                                                              \
    CUDA_EMULATOR_MAKE_4(name##4, element)

#define CUDA_EMULATOR_MAKE_WIDE(name, element)                                                     \
    CUDA_EMULATOR_MAKE(name, element)                                                              \
    CUDA_EMULATOR_MAKE_4(name##4_16a, element)                                                     \
    CUDA_EMULATOR_MAKE_4(name##4_32a, element)

CUDA_EMULATOR_MAKE(char, signed char)
CUDA_EMULATOR_MAKE(uchar, unsigned char)
CUDA_EMULATOR_MAKE(short, short)
CUDA_EMULATOR_MAKE(ushort, unsigned short)
CUDA_EMULATOR_MAKE(int, int)
CUDA_EMULATOR_MAKE(uint, unsigned int)
CUDA_EMULATOR_MAKE(float, float)
CUDA_EMULATOR_MAKE_WIDE(long, long)
CUDA_EMULATOR_MAKE_WIDE(ulong, unsigned long)
CUDA_EMULATOR_MAKE_WIDE(longlong, long long)
CUDA_EMULATOR_MAKE_WIDE(ulonglong, unsigned long long)
CUDA_EMULATOR_MAKE_WIDE(double, double)

#undef CUDA_EMULATOR_MAKE_WIDE
#undef CUDA_EMULATOR_MAKE
#undef CUDA_EMULATOR_MAKE_4

#endif
