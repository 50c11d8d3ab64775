/* steps.h: the product of two matrices by tensor cores, step by step: a file for each step, and
 * here the table of them.
 *
 * matmul_tensor.cu climbs the ladder; bench/tensor.h sets it beside a library. What fragments are,
 * fragment.h says. All steps are for float and for double.
 */
#ifndef TENSOR_STEPS_H
#define TENSOR_STEPS_H

#include "../../common/ladder.h"
#include "1_global.h"
#include "2_tiled.h"
#include "3_pipelined.h"
#include "4_direct.h"
#include "5_packed.h"

enum { TENSOR_GLOBAL, TENSOR_TILED, TENSOR_PIPELINED, TENSOR_DIRECT, TENSOR_PACKED, TENSOR_STEPS };
template <typename T>
static const ladder_rung<product_work<T>> tensor_rungs[TENSOR_STEPS] = {
    {"global",
     "a warp for each tile of one instruction, everything from global memory and its caches",
     tensor_launch_global},
    {"tiled", "64 x 64 elements a block: fragments come from tiles in shared memory",
     tensor_launch_tiled},
    {"pipelined", "16 bytes a load, larger tiles; the next ones are fetched meanwhile",
     tensor_launch_pipelined},
    {"direct",
     "each thread loads its part of a fragment itself, knowing that it is in shared memory",
     tensor_launch_direct},
    {"packed",
     "both factors are copied first, in the order of fragments: a part is one load; no registers "
     "between global and shared memory",
     tensor_launch_packed},
};

/* Ends the program, saying why, with the exit code "cannot run here" where there are no tensor
 * cores for these types, or the kernels have been compiled for chips that have none. */
static inline void tensor_require(void) {
    int device = 0, major = 0, minor = 0;
    cudaFuncAttributes kernel;
    HANDLE_ERROR(cudaGetDevice(&device));
    HANDLE_ERROR(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device));
    HANDLE_ERROR(cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, device));
    HANDLE_ERROR(cudaFuncGetAttributes(&kernel, tensor_global<float>));
    if (major >= 8 && kernel.ptxVersion >= 80)
        return;
    printf("tensor cores for TF32 and double need a device of compute capability 8.0 or later; "
           "this one has %d.%d, and the program is compiled for %d.%d\n",
           major, minor, kernel.ptxVersion / 10, kernel.ptxVersion % 10);
    fflush(stdout);
    book_exit(BOOK_EXIT_CANNOT_RUN);
}

#endif
