/* cuda.h: a minimal stand-in for the driver API's header, for C and C++.
 *
 * Programs of the runtime API often include <cuda.h> out of habit, without calling the driver API.
 * This header lets them compile; it declares no function, because the emulator has no driver API.
 */
#ifndef CUDA_EMULATOR_CUDA_H
#define CUDA_EMULATOR_CUDA_H

#define CUDA_VERSION 13000

typedef enum cudaError_enum { CUDA_SUCCESS = 0 } CUresult;

/* A device address as a number. */
typedef unsigned long long CUdeviceptr;

#endif
