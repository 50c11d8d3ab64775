/* texture_types.h: how a texture is read, for C and C++, with the names and values of CUDA 13. */
#ifndef CUDA_EMULATOR_TEXTURE_TYPES_H
#define CUDA_EMULATOR_TEXTURE_TYPES_H
/* Which programs ask for. */
#define __TEXTURE_TYPES_H__

#include "driver_types.h"

#define cudaTextureType1D 0x01
#define cudaTextureType2D 0x02
#define cudaTextureType3D 0x03
#define cudaTextureTypeCubemap 0x0C
#define cudaTextureType1DLayered 0xF1
#define cudaTextureType2DLayered 0xF2
#define cudaTextureTypeCubemapLayered 0xFC

/* A program may pass a number that is no enumerator; see driver_types.h. */
#ifdef __cplusplus
#define CUDA_EMULATOR_ANY_INT : int
#else
#define CUDA_EMULATOR_ANY_INT
#endif

/* What is read beyond the edge. Without normalised coordinates the first and the third of them do
 * what the second does. */
enum cudaTextureAddressMode CUDA_EMULATOR_ANY_INT {
    cudaAddressModeWrap = 0,
    cudaAddressModeClamp = 1,
    cudaAddressModeMirror = 2,
    cudaAddressModeBorder = 3
};

enum cudaTextureFilterMode CUDA_EMULATOR_ANY_INT {
    cudaFilterModePoint = 0,
    cudaFilterModeLinear = 1
};

enum cudaTextureReadMode CUDA_EMULATOR_ANY_INT {
    cudaReadModeElementType = 0,
    cudaReadModeNormalizedFloat = 1 /* integers of 8 and 16 bits as 0 to 1, or -1 to 1 */
};

struct cudaTextureDesc {
    enum cudaTextureAddressMode addressMode[3]; /* of x, y and z */
    enum cudaTextureFilterMode filterMode;
    enum cudaTextureReadMode readMode;
    int sRGB; /* not in the emulator: 0 */
    float borderColor[4];
    int normalizedCoords; /* 0: coordinates count texels; else the whole texture is 0 to 1 */
    /* What follows is about mipmaps and has no effect here. */
    unsigned int maxAnisotropy;
    enum cudaTextureFilterMode mipmapFilterMode;
    float mipmapLevelBias;
    float minMipmapLevelClamp;
    float maxMipmapLevelClamp;
    int disableTrilinearOptimization;
    int seamlessCubemap;
};

typedef unsigned long long cudaTextureObject_t;

#undef CUDA_EMULATOR_ANY_INT

#endif
