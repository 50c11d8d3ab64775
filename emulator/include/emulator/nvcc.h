// nvcc.h: what a .cu file finds before its first line, and another file does not: cuda_runtime.h,
// and the macros by which it knows nvcc. The rewriter includes it.
//
// Device code sees __CUDA_ARCH__, which the rewriter replaces by CUDA_EMULATOR_ARCH there.
#ifndef CUDA_EMULATOR_NVCC_H
#define CUDA_EMULATOR_NVCC_H

#include "emulator/built_for.h"
#include "emulator/multiply_add.h"
#include <cuda_runtime.h>

#include "emulator/prints.h"

#ifndef CUDA_EMULATOR_ARCH
#define CUDA_EMULATOR_ARCH 900
#endif
#define __CUDA_ARCH_LIST__ CUDA_EMULATOR_ARCH
// The instructions that only one architecture has: emulator/ptx.h.
#if CUDA_EMULATOR_ARCH == 900
#define __CUDA_ARCH_FEAT_SM90_ALL
#endif

#define __NVCC__ 1
#define __CUDACC__ 1
#define __CUDACC_VER_MAJOR__ 13
#define __CUDACC_VER_MINOR__ 0
#define __CUDACC_VER_BUILD__ 0
#define __CUDA_API_VER_MAJOR__ 13
#define __CUDA_API_VER_MINOR__ 0

namespace cuda_emulator {

// What the rewriter puts in the place of an asm() with instructions of a GPU.
__attribute__((error("inline PTX: the emulator has no GPU, whose instructions these are"))) void
inline_ptx();

} // namespace cuda_emulator

// Which of its two bodies a __host__ __device__ function takes that asks for __CUDA_ARCH__. A
// compiler that evaluates a constexpr function is on the host.
#define CUDA_EMULATOR_ON_HOST                                                                      \
    (__builtin_is_constant_evaluated() || ::cuda_emulator::block.current == nullptr)

#endif
