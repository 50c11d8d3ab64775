// vector_types.h: CUDA's short vector types and dim3, for C and C++.
//
// Sizes and alignments are those that nvcc gives on a 64-bit machine, so a struct has one layout in
// an emulated program and on a real GPU.
#ifndef VECTOR_TYPES_H
#define VECTOR_TYPES_H
// Which programs ask for.
#define __VECTOR_TYPES_H__

#define CUDA_EMULATOR_ALIGN(bytes) __attribute__((aligned(bytes)))

// Who counts accesses wants each of these vectors to be read and written whole, as nvcc has it.
// Compilers that know its members would move those that are used, one by one.
#if defined(__cplusplus) && defined(CUDA_EMULATOR_WHOLE_VECTORS)
template <unsigned long BYTES> struct cuda_emulator_whole {
    typedef int type __attribute__((vector_size(BYTES), may_alias));
};
template <> struct cuda_emulator_whole<2> { typedef short type __attribute__((may_alias)); };
template <> struct cuda_emulator_whole<4> { typedef int type __attribute__((may_alias)); };
template <> struct cuda_emulator_whole<8> { typedef long long type __attribute__((may_alias)); };
#define CUDA_EMULATOR_COPY(name)                                                                   \
    name() = default;                                                                              \
    name(const name &other) {                                                                      \
        *this = other;                                                                             \
    }                                                                                              \
    name &operator=(const name &other) {                                                           \
        typedef typename cuda_emulator_whole<sizeof(name)>::type whole;                            \
        *reinterpret_cast<whole *>(this) = *reinterpret_cast<const whole *>(&other);               \
        return *this;                                                                              \
    }                                                                                              \
    ~name() = default;
#define CUDA_EMULATOR_WHOLE_2(name, element)                                                       \
    constexpr explicit name(element vx) : x(vx), y() {}                                            \
    constexpr name(element vx, element vy) : x(vx), y(vy) {}                                       \
    CUDA_EMULATOR_COPY(name)
#define CUDA_EMULATOR_WHOLE_4(name, element)                                                       \
    constexpr explicit name(element vx) : x(vx), y(), z(), w() {}                                  \
    constexpr name(element vx, element vy, element vz = {}, element vw = {})                       \
        : x(vx), y(vy), z(vz), w(vw) {}                                                            \
    CUDA_EMULATOR_COPY(name)
#else
#define CUDA_EMULATOR_WHOLE_2(name, element)
#define CUDA_EMULATOR_WHOLE_4(name, element)
#endif

// The vectors of 1 and of 3 keep their element's alignment; those of 2 and of 4 are aligned so that
// one memory transaction of up to 16 bytes moves them.
#define CUDA_EMULATOR_VECTORS_1_TO_3(name, element, alignment_of_2)                                \
    struct name##1 {                                                                               \
        element x;                                                                                 \
    };                                                                                             \
    struct CUDA_EMULATOR_ALIGN(alignment_of_2) name##2 {                                           \
        element x, y;                                                                              \
        CUDA_EMULATOR_WHOLE_2(name##2, element)                                                    \
    };                                                                                             \
    struct name##3 {                                                                               \
        element x, y, z;                                                                           \
    };                                                                                             \
    typedef struct name##1 name##1;                                                                \
    typedef struct name##2 name##2;                                                                \
    typedef struct name##3 name##3;

#define CUDA_EMULATOR_VECTOR_4(name, element, alignment)                                           \
    struct CUDA_EMULATOR_ALIGN(alignment) name {                                                   \
        element x, y, z, w;                                                                        \
        CUDA_EMULATOR_WHOLE_4(name, element)                                                       \
    };                                                                                             \
    typedef struct name name;

#define CUDA_EMULATOR_VECTORS(name, element, alignment_of_2, alignment_of_4)                       \
    CUDA_EMULATOR_VECTORS_1_TO_3(name, element, alignment_of_2)                                    \
    CUDA_EMULATOR_VECTOR_4(name##4, element, alignment_of_4)

// Four 8-byte elements exist three times: under the classic name, aligned to 16 bytes, and, since
// CUDA 13, under names that state the alignment.
#define CUDA_EMULATOR_WIDE_VECTORS(name, element)                                                  \
    CUDA_EMULATOR_VECTORS(name, element, 2 * sizeof(element), 16)                                  \
    CUDA_EMULATOR_VECTOR_4(name##4_16a, element, 16)                                               \
    CUDA_EMULATOR_VECTOR_4(name##4_32a, element, 32)

CUDA_EMULATOR_VECTORS(char, signed char, 2, 4)
CUDA_EMULATOR_VECTORS(uchar, unsigned char, 2, 4)
CUDA_EMULATOR_VECTORS(short, short, 4, 8)
CUDA_EMULATOR_VECTORS(ushort, unsigned short, 4, 8)
CUDA_EMULATOR_VECTORS(int, int, 8, 16)
CUDA_EMULATOR_VECTORS(uint, unsigned int, 8, 16)
CUDA_EMULATOR_VECTORS(float, float, 8, 16)
CUDA_EMULATOR_WIDE_VECTORS(long, long)
CUDA_EMULATOR_WIDE_VECTORS(ulong, unsigned long)
CUDA_EMULATOR_WIDE_VECTORS(longlong, long long)
CUDA_EMULATOR_WIDE_VECTORS(ulonglong, unsigned long long)
CUDA_EMULATOR_WIDE_VECTORS(double, double)

#undef CUDA_EMULATOR_WIDE_VECTORS
#undef CUDA_EMULATOR_VECTORS
#undef CUDA_EMULATOR_VECTOR_4
#undef CUDA_EMULATOR_VECTORS_1_TO_3
#undef CUDA_EMULATOR_WHOLE_2
#undef CUDA_EMULATOR_WHOLE_4
#undef CUDA_EMULATOR_COPY
#undef CUDA_EMULATOR_ALIGN

// The extent of a grid or a block. What a C++ caller leaves out counts as 1.
struct dim3 {
    unsigned int x, y, z;
#ifdef __cplusplus
    constexpr dim3(unsigned int vx = 1, unsigned int vy = 1, unsigned int vz = 1)
        : x(vx), y(vy), z(vz) {}
    constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
    constexpr operator uint3() const {
        return uint3{x, y, z};
    }
#endif
};
typedef struct dim3 dim3;

#endif
