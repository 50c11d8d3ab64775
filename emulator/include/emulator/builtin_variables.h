// builtin_variables.h: threadIdx, blockIdx, blockDim, gridDim and warpSize.
//
// Inside a kernel these names are the kernel's own constants (see kernel.h), which a compiler
// keeps in registers. Functions that a kernel calls read the variables below, which the scheduler
// sets for every thread that it runs or resumes. They are __thread, not thread_local: that spares
// the initialisation check which C++ makes at every access to an extern thread_local.
#ifndef CUDA_EMULATOR_BUILTIN_VARIABLES_H
#define CUDA_EMULATOR_BUILTIN_VARIABLES_H

#include "vector_types.h"

extern __thread uint3 threadIdx;
extern __thread uint3 blockIdx;
extern __thread dim3 blockDim;
extern __thread dim3 gridDim;

static const int warpSize = 32;

#endif
