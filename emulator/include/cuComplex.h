/* cuComplex.h: complex numbers of float and double, in kernels and on the host, for C and C++. The
 * real part is x, the imaginary part is y. */
#ifndef CU_COMPLEX_H_
#define CU_COMPLEX_H_

#include "cuda_runtime_api.h"
#include "host_defines.h"
#include "vector_functions.h"

#include <math.h>

typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;

#ifdef __cplusplus
extern "C" {
#endif

/* Quotients and absolute values are worked out with scaled numbers, so they overflow only if their
 * value does. `f` ends the names of what is for float. */
#define CUDA_EMULATOR_COMPLEX(type, number, f)                                                     \
    static inline type make_##type(number re, number im) {                                         \
        type z;                                                                                    \
        z.x = re;                                                                                  \
        z.y = im;                                                                                  \
        return z;                                                                                  \
    }                                                                                              \
    static inline number cuCreal##f(type z) {                                                      \
        return z.x;                                                                                \
    }                                                                                              \
    static inline number cuCimag##f(type z) {                                                      \
        return z.y;                                                                                \
    }                                                                                              \
    static inline type cuConj##f(type z) {                                                         \
        return make_##type(z.x, -z.y);                                                             \
    }                                                                                              \
    static inline type cuCadd##f(type a, type b) {                                                 \
        return make_##type(a.x + b.x, a.y + b.y);                                                  \
    }                                                                                              \
    static inline type cuCsub##f(type a, type b) {                                                 \
        return make_##type(a.x - b.x, a.y - b.y);                                                  \
    }                                                                                              \
    static inline type cuCmul##f(type a, type b) {                                                 \
        return make_##type(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);                          \
    }                                                                                              \
    static inline type cuCdiv##f(type a, type b) {                                                 \
        const number scale = 1 / (fabs##f(b.x) + fabs##f(b.y));                                    \
        const number ax = a.x * scale, ay = a.y * scale, bx = b.x * scale, by = b.y * scale;       \
        const number inverse = 1 / (bx * bx + by * by);                                            \
        return make_##type((ax * bx + ay * by) * inverse, (ay * bx - ax * by) * inverse);          \
    }                                                                                              \
    static inline number cuCabs##f(type z) {                                                       \
        return hypot##f(z.x, z.y);                                                                 \
    }                                                                                              \
    /* a * b + c */                                                                                \
    static inline type cuCfma##f(type a, type b, type c) {                                         \
        return make_##type(a.x * b.x + c.x - a.y * b.y, a.x * b.y + c.y + a.y * b.x);              \
    }

CUDA_EMULATOR_COMPLEX(cuFloatComplex, float, f)
CUDA_EMULATOR_COMPLEX(cuDoubleComplex, double, )
#undef CUDA_EMULATOR_COMPLEX

static inline cuComplex make_cuComplex(float re, float im) {
    return make_cuFloatComplex(re, im);
}
static inline cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex z) {
    return make_cuDoubleComplex(z.x, z.y);
}
static inline cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex z) {
    return make_cuFloatComplex((float)z.x, (float)z.y);
}

#ifdef __cplusplus
}
#endif

#endif
