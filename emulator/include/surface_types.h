/* surface_types.h: how a surface is read and written, for C and C++, with the names and values of
 * CUDA 13. */
#ifndef CUDA_EMULATOR_SURFACE_TYPES_H
#define CUDA_EMULATOR_SURFACE_TYPES_H
/* Which programs ask for. */
#define __SURFACE_TYPES_H__

#include "driver_types.h"

#define cudaSurfaceType1D 0x01
#define cudaSurfaceType2D 0x02
#define cudaSurfaceType3D 0x03
#define cudaSurfaceTypeCubemap 0x0C
#define cudaSurfaceType1DLayered 0xF1
#define cudaSurfaceType2DLayered 0xF2
#define cudaSurfaceTypeCubemapLayered 0xFC

/* What an access beyond the edge does. */
enum cudaSurfaceBoundaryMode
#ifdef __cplusplus
    : int
#endif
{
    cudaBoundaryModeZero = 0,  /* reads 0, writes nothing */
    cudaBoundaryModeClamp = 1, /* goes to the edge */
    cudaBoundaryModeTrap = 2   /* ends the kernel */
};

enum cudaSurfaceFormatMode
#ifdef __cplusplus
    : int
#endif
{
    cudaFormatModeForced = 0,
    cudaFormatModeAuto = 1
};

typedef unsigned long long cudaSurfaceObject_t;

#endif
