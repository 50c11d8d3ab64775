// helper_math.h, of the family of helper_cuda.h: arithmetic of vectors with two, three and four
// components.
#ifndef HELPER_MATH_H
#define HELPER_MATH_H

#include <cuda_runtime.h>

#include <cmath>

typedef unsigned int uint;
typedef unsigned short ushort;

#define HELPER_MATH inline __host__ __device__

#ifndef __CUDACC__ // kernels have these already
inline float rsqrtf(float x) {
    return 1.0f / sqrtf(x);
}
#endif

// F(component) for each component, with commas between.
#define HELPER_EACH2(F) F(x), F(y)
#define HELPER_EACH3(F) F(x), F(y), F(z)
#define HELPER_EACH4(F) F(x), F(y), F(z), F(w)

#define HELPER_PLUS(c) a.c + b.c
#define HELPER_MINUS(c) a.c - b.c
#define HELPER_TIMES(c) a.c *b.c
#define HELPER_OVER(c) a.c / b.c
#define HELPER_SAME(c) s
#define HELPER_NEGATIVE(c) -a.c
#define HELPER_MIN(c) helper_min(a.c, b.c)
#define HELPER_MAX(c) helper_max(a.c, b.c)
#define HELPER_CLAMP(c) clamp(v.c, a.c, b.c)
#define HELPER_ABS(c) helper_abs(v.c)
#define HELPER_FLOOR(c) floorf(v.c)
#define HELPER_FRACTION(c) fracf(v.c)
#define HELPER_MOD(c) fmodf(a.c, b.c)

HELPER_MATH float helper_min(float a, float b) {
    return fminf(a, b);
}
HELPER_MATH int helper_min(int a, int b) {
    return a < b ? a : b;
}
HELPER_MATH uint helper_min(uint a, uint b) {
    return a < b ? a : b;
}
HELPER_MATH float helper_max(float a, float b) {
    return fmaxf(a, b);
}
HELPER_MATH int helper_max(int a, int b) {
    return a > b ? a : b;
}
HELPER_MATH uint helper_max(uint a, uint b) {
    return a > b ? a : b;
}
HELPER_MATH float helper_abs(float a) {
    return fabsf(a);
}
HELPER_MATH int helper_abs(int a) {
    return a < 0 ? -a : a;
}

HELPER_MATH float clamp(float v, float a, float b) {
    return fmaxf(a, fminf(v, b));
}
HELPER_MATH int clamp(int v, int a, int b) {
    return helper_max(a, helper_min(v, b));
}
HELPER_MATH uint clamp(uint v, uint a, uint b) {
    return helper_max(a, helper_min(v, b));
}
HELPER_MATH float lerp(float a, float b, float t) {
    return a + t * (b - a);
}
HELPER_MATH float fracf(float v) {
    return v - floorf(v);
}
HELPER_MATH float smoothstep(float a, float b, float x) {
    const float y = clamp((x - a) / (b - a), 0.0f, 1.0f);
    return y * y * (3.0f - 2.0f * y);
}

#define HELPER_ARITHMETIC(T, S, N)                                                                 \
    HELPER_MATH T make_##T(S s) {                                                                  \
        return make_##T(HELPER_EACH##N(HELPER_SAME));                                              \
    }                                                                                              \
    HELPER_MATH T operator+(T a, T b) {                                                            \
        return make_##T(HELPER_EACH##N(HELPER_PLUS));                                              \
    }                                                                                              \
    HELPER_MATH T operator-(T a, T b) {                                                            \
        return make_##T(HELPER_EACH##N(HELPER_MINUS));                                             \
    }                                                                                              \
    HELPER_MATH T operator*(T a, T b) {                                                            \
        return make_##T(HELPER_EACH##N(HELPER_TIMES));                                             \
    }                                                                                              \
    HELPER_MATH T operator+(T a, S b) {                                                            \
        return a + make_##T(b);                                                                    \
    }                                                                                              \
    HELPER_MATH T operator+(S a, T b) {                                                            \
        return make_##T(a) + b;                                                                    \
    }                                                                                              \
    HELPER_MATH T operator-(T a, S b) {                                                            \
        return a - make_##T(b);                                                                    \
    }                                                                                              \
    HELPER_MATH T operator-(S a, T b) {                                                            \
        return make_##T(a) - b;                                                                    \
    }                                                                                              \
    HELPER_MATH T operator*(T a, S b) {                                                            \
        return a * make_##T(b);                                                                    \
    }                                                                                              \
    HELPER_MATH T operator*(S a, T b) {                                                            \
        return make_##T(a) * b;                                                                    \
    }                                                                                              \
    HELPER_MATH void operator+=(T &a, T b) {                                                       \
        a = a + b;                                                                                 \
    }                                                                                              \
    HELPER_MATH void operator-=(T &a, T b) {                                                       \
        a = a - b;                                                                                 \
    }                                                                                              \
    HELPER_MATH void operator*=(T &a, T b) {                                                       \
        a = a * b;                                                                                 \
    }                                                                                              \
    HELPER_MATH void operator+=(T &a, S b) {                                                       \
        a = a + b;                                                                                 \
    }                                                                                              \
    HELPER_MATH void operator-=(T &a, S b) {                                                       \
        a = a - b;                                                                                 \
    }                                                                                              \
    HELPER_MATH void operator*=(T &a, S b) {                                                       \
        a = a * b;                                                                                 \
    }                                                                                              \
    HELPER_MATH T clamp(T v, T a, T b) {                                                           \
        return make_##T(HELPER_EACH##N(HELPER_CLAMP));                                             \
    }                                                                                              \
    HELPER_MATH T clamp(T v, S a, S b) {                                                           \
        return clamp(v, make_##T(a), make_##T(b));                                                 \
    }

HELPER_ARITHMETIC(float2, float, 2)
HELPER_ARITHMETIC(float3, float, 3)
HELPER_ARITHMETIC(float4, float, 4)
HELPER_ARITHMETIC(int2, int, 2)
HELPER_ARITHMETIC(int3, int, 3)
HELPER_ARITHMETIC(int4, int, 4)
HELPER_ARITHMETIC(uint2, uint, 2)
HELPER_ARITHMETIC(uint3, uint, 3)
HELPER_ARITHMETIC(uint4, uint, 4)

#define HELPER_INTEGERS(T, N)                                                                      \
    HELPER_MATH T min(T a, T b) {                                                                  \
        return make_##T(HELPER_EACH##N(HELPER_MIN));                                               \
    }                                                                                              \
    HELPER_MATH T max(T a, T b) {                                                                  \
        return make_##T(HELPER_EACH##N(HELPER_MAX));                                               \
    }

HELPER_INTEGERS(int2, 2)
HELPER_INTEGERS(int3, 3)
HELPER_INTEGERS(int4, 4)
HELPER_INTEGERS(uint2, 2)
HELPER_INTEGERS(uint3, 3)
HELPER_INTEGERS(uint4, 4)

#define HELPER_SIGNED(T, N)                                                                        \
    HELPER_MATH T operator-(const T &a) {                                                          \
        return make_##T(HELPER_EACH##N(HELPER_NEGATIVE));                                          \
    }

HELPER_SIGNED(float2, 2)
HELPER_SIGNED(float3, 3)
HELPER_SIGNED(float4, 4)
HELPER_SIGNED(int2, 2)
HELPER_SIGNED(int3, 3)
HELPER_SIGNED(int4, 4)
HELPER_MATH int2 abs(int2 v) {
    return make_int2(HELPER_EACH2(HELPER_ABS));
}
HELPER_MATH int3 abs(int3 v) {
    return make_int3(HELPER_EACH3(HELPER_ABS));
}
HELPER_MATH int4 abs(int4 v) {
    return make_int4(HELPER_EACH4(HELPER_ABS));
}

// Products of vectors, which the rest is made of.
HELPER_MATH float dot(float2 a, float2 b) {
    return a.x * b.x + a.y * b.y;
}
HELPER_MATH float dot(float3 a, float3 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
HELPER_MATH float dot(float4 a, float4 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}
HELPER_MATH int dot(int2 a, int2 b) {
    return a.x * b.x + a.y * b.y;
}
HELPER_MATH int dot(int3 a, int3 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
HELPER_MATH int dot(int4 a, int4 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}
HELPER_MATH uint dot(uint2 a, uint2 b) {
    return a.x * b.x + a.y * b.y;
}
HELPER_MATH uint dot(uint3 a, uint3 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
HELPER_MATH uint dot(uint4 a, uint4 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}

#define HELPER_GEOMETRY(T, N)                                                                      \
    HELPER_MATH T operator/(T a, T b) {                                                            \
        return make_##T(HELPER_EACH##N(HELPER_OVER));                                              \
    }                                                                                              \
    HELPER_MATH T operator/(T a, float b) {                                                        \
        return a / make_##T(b);                                                                    \
    }                                                                                              \
    HELPER_MATH T operator/(float a, T b) {                                                        \
        return make_##T(a) / b;                                                                    \
    }                                                                                              \
    HELPER_MATH void operator/=(T &a, T b) {                                                       \
        a = a / b;                                                                                 \
    }                                                                                              \
    HELPER_MATH void operator/=(T &a, float b) {                                                   \
        a = a / b;                                                                                 \
    }                                                                                              \
    HELPER_MATH T fminf(T a, T b) {                                                                \
        return make_##T(HELPER_EACH##N(HELPER_MIN));                                               \
    }                                                                                              \
    HELPER_MATH T fmaxf(T a, T b) {                                                                \
        return make_##T(HELPER_EACH##N(HELPER_MAX));                                               \
    }                                                                                              \
    HELPER_MATH T fmodf(T a, T b) {                                                                \
        return make_##T(HELPER_EACH##N(HELPER_MOD));                                               \
    }                                                                                              \
    HELPER_MATH T fabs(T v) {                                                                      \
        return make_##T(HELPER_EACH##N(HELPER_ABS));                                               \
    }                                                                                              \
    HELPER_MATH T floorf(T v) {                                                                    \
        return make_##T(HELPER_EACH##N(HELPER_FLOOR));                                             \
    }                                                                                              \
    HELPER_MATH T fracf(T v) {                                                                     \
        return make_##T(HELPER_EACH##N(HELPER_FRACTION));                                          \
    }                                                                                              \
    HELPER_MATH T lerp(T a, T b, float t) {                                                        \
        return a + t * (b - a);                                                                    \
    }                                                                                              \
    HELPER_MATH float length(T v) {                                                                \
        return sqrtf(dot(v, v));                                                                   \
    }                                                                                              \
    HELPER_MATH T normalize(T v) {                                                                 \
        return v * rsqrtf(dot(v, v));                                                              \
    }                                                                                              \
    HELPER_MATH T reflect(T i, T n) {                                                              \
        return i - 2.0f * n * dot(n, i);                                                           \
    }                                                                                              \
    HELPER_MATH T smoothstep(T a, T b, T x) {                                                      \
        const T y = clamp((x - a) / (b - a), 0.0f, 1.0f);                                          \
        return y * y * (make_##T(3.0f) - make_##T(2.0f) * y);                                      \
    }

HELPER_GEOMETRY(float2, 2)
HELPER_GEOMETRY(float3, 3)
HELPER_GEOMETRY(float4, 4)

HELPER_MATH float3 cross(float3 a, float3 b) {
    return make_float3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

// From vectors of other lengths and components; what is missing is 0, or given.
#define HELPER_CONVERSIONS(T, S)                                                                   \
    HELPER_MATH T##2 make_##T##2(float3 a) {                                                       \
        return make_##T##2(S(a.x), S(a.y));                                                        \
    }                                                                                              \
    HELPER_MATH T##2 make_##T##2(int3 a) {                                                         \
        return make_##T##2(S(a.x), S(a.y));                                                        \
    }                                                                                              \
    HELPER_MATH T##2 make_##T##2(uint3 a) {                                                        \
        return make_##T##2(S(a.x), S(a.y));                                                        \
    }                                                                                              \
    HELPER_MATH T##3 make_##T##3(T##2 a) {                                                         \
        return make_##T##3(a.x, a.y, S(0));                                                        \
    }                                                                                              \
    HELPER_MATH T##3 make_##T##3(T##2 a, S s) {                                                    \
        return make_##T##3(a.x, a.y, s);                                                           \
    }                                                                                              \
    HELPER_MATH T##3 make_##T##3(T##4 a) {                                                         \
        return make_##T##3(a.x, a.y, a.z);                                                         \
    }                                                                                              \
    HELPER_MATH T##4 make_##T##4(T##3 a) {                                                         \
        return make_##T##4(a.x, a.y, a.z, S(0));                                                   \
    }                                                                                              \
    HELPER_MATH T##4 make_##T##4(T##3 a, S s) {                                                    \
        return make_##T##4(a.x, a.y, a.z, s);                                                      \
    }

HELPER_CONVERSIONS(float, float)
HELPER_CONVERSIONS(int, int)
HELPER_CONVERSIONS(uint, uint)

#define HELPER_BETWEEN(T, S, U)                                                                    \
    HELPER_MATH T##2 make_##T##2(U##2 a) {                                                         \
        return make_##T##2(S(a.x), S(a.y));                                                        \
    }                                                                                              \
    HELPER_MATH T##3 make_##T##3(U##3 a) {                                                         \
        return make_##T##3(S(a.x), S(a.y), S(a.z));                                                \
    }                                                                                              \
    HELPER_MATH T##4 make_##T##4(U##4 a) {                                                         \
        return make_##T##4(S(a.x), S(a.y), S(a.z), S(a.w));                                        \
    }

HELPER_BETWEEN(float, float, int)
HELPER_BETWEEN(float, float, uint)
HELPER_BETWEEN(int, int, float)
HELPER_BETWEEN(int, int, uint)
HELPER_BETWEEN(uint, uint, int)
HELPER_BETWEEN(uint, uint, float)

#endif
