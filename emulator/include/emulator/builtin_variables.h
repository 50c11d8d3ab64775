// builtin_variables.h: threadIdx, blockIdx, blockDim, gridDim and warpSize.
//
// Inside a kernel these names are the kernel's own constants (see kernel.h), which a compiler
// keeps in registers. Functions that a kernel calls read the variables below, which the scheduler
// sets for every thread that it runs or resumes.
#ifndef CUDA_EMULATOR_BUILTIN_VARIABLES_H
#define CUDA_EMULATOR_BUILTIN_VARIABLES_H

#include "vector_types.h"

// A variable of which each OS thread has its own. Not thread_local: at every access to one that is
// extern, C++ checks whether it has been initialised. The model says that all is linked into one
// program, which makes an access one instruction; the portable flavour, which shared libraries
// hold, cannot have it.
#ifdef CUDA_EMULATOR_PORTABLE
#define CUDA_EMULATOR_THREAD __thread
#else
#define CUDA_EMULATOR_THREAD __attribute__((tls_model("local-exec"))) __thread
#endif

extern CUDA_EMULATOR_THREAD uint3 threadIdx __asm__("cuda_emulator_thread_index");
extern CUDA_EMULATOR_THREAD uint3 blockIdx;
extern CUDA_EMULATOR_THREAD dim3 blockDim;
extern CUDA_EMULATOR_THREAD dim3 gridDim;

static const int warpSize = 32;

namespace cuda_emulator {

// threadIdx and four more bytes.
struct alignas(16) thread_index_slot_type {
    uint3 index;
    int unused;
};
extern CUDA_EMULATOR_THREAD
    thread_index_slot_type thread_index_slot __asm__("cuda_emulator_thread_index");

// The number of a thread in its block.
inline __attribute__((always_inline)) unsigned linear_index(uint3 index) {
    return index.x + blockDim.x * (index.y + blockDim.y * index.z);
}

} // namespace cuda_emulator

#endif
