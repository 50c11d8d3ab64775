// channel_descriptor.h: cudaCreateChannelDesc<T>(), the format of an element of type T.
#ifndef CUDA_EMULATOR_CHANNEL_DESCRIPTOR_H
#define CUDA_EMULATOR_CHANNEL_DESCRIPTOR_H
// Which programs ask for.
#define __CHANNEL_DESCRIPTOR_H__

#include "cuda_runtime_api.h"

#ifdef __cplusplus

// Any type that no texture can hold: a description that every call refuses.
template <class T> inline cudaChannelFormatDesc cudaCreateChannelDesc() {
    return cudaCreateChannelDesc(0, 0, 0, 0, cudaChannelFormatKindNone);
}

#define CUDA_EMULATOR_DESC(T, channels, kind)                                                      \
    template <> inline cudaChannelFormatDesc cudaCreateChannelDesc<T>() {                          \
        const int bits = 8 * int(sizeof(T)) / channels;                                            \
        return cudaCreateChannelDesc(bits, channels > 1 ? bits : 0, channels > 2 ? bits : 0,       \
                                     channels > 3 ? bits : 0, cudaChannelFormatKind##kind);        \
    }
#define CUDA_EMULATOR_DESCS(scalar, name, kind)                                                    \
    CUDA_EMULATOR_DESC(scalar, 1, kind)                                                            \
    CUDA_EMULATOR_DESC(name##1, 1, kind)                                                           \
    CUDA_EMULATOR_DESC(name##2, 2, kind)                                                           \
    CUDA_EMULATOR_DESC(name##4, 4, kind)

CUDA_EMULATOR_DESCS(signed char, char, Signed)
CUDA_EMULATOR_DESCS(unsigned char, uchar, Unsigned)
CUDA_EMULATOR_DESCS(short, short, Signed)
CUDA_EMULATOR_DESCS(unsigned short, ushort, Unsigned)
CUDA_EMULATOR_DESCS(int, int, Signed)
CUDA_EMULATOR_DESCS(unsigned int, uint, Unsigned)
CUDA_EMULATOR_DESCS(float, float, Float)
#ifdef __CHAR_UNSIGNED__
CUDA_EMULATOR_DESC(char, 1, Unsigned)
#else
CUDA_EMULATOR_DESC(char, 1, Signed)
#endif

#undef CUDA_EMULATOR_DESCS
#undef CUDA_EMULATOR_DESC

// Floating-point numbers of 16 bits, for which C++ has no type.
inline cudaChannelFormatDesc cudaCreateChannelDescHalf() {
    return cudaCreateChannelDesc(16, 0, 0, 0, cudaChannelFormatKindFloat);
}
inline cudaChannelFormatDesc cudaCreateChannelDescHalf1() {
    return cudaCreateChannelDescHalf();
}
inline cudaChannelFormatDesc cudaCreateChannelDescHalf2() {
    return cudaCreateChannelDesc(16, 16, 0, 0, cudaChannelFormatKindFloat);
}
inline cudaChannelFormatDesc cudaCreateChannelDescHalf4() {
    return cudaCreateChannelDesc(16, 16, 16, 16, cudaChannelFormatKindFloat);
}

#endif
#endif
