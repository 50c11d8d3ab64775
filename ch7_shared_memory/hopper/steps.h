/* steps.h: the product of two matrices by what Hopper has for it, step by step: a file for each
 * step, and here the table of them.
 *
 * matmul_hopper.cu climbs the ladder; bench/hopper.h sets it beside a library. All steps are for
 * float, by way of TF32, for bfloat16 and for FP8.
 */
#ifndef HOPPER_STEPS_H
#define HOPPER_STEPS_H

#include "../../common/ladder.h"
#include "1_wgmma.h"
#include "2_engine.h"
#include "3_stages.h"
#include "4_roles.h"
#include "5_clusters.h"
#include "6_persistent.h"

#define HOPPER_STEPS 6

template <typename T>
static const ladder_rung<hopper_work<T>> hopper_rungs[HOPPER_STEPS] = {
    {"wgmma", "tensor cores read shared memory; threads copy the tiles", hopper_launch_wgmma},
    {"engine", "one thread has the copy engine bring the tiles", hopper_launch_engine},
    {"stages", "four slabs: three are on their way while one is multiplied", hopper_launch_stages},
    {"roles", "one warp fetches, eight multiply; barriers carry the messages", hopper_launch_roles},
    {"clusters", "two blocks share what they fetch of B", hopper_launch_clusters},
    {"persistent", "a block for each multiprocessor, which makes one part of C after the other",
     hopper_launch_persistent},
};

/* The device's compute capability: 90 is 9.0. */
static inline int hopper_capability(void) {
    int device = 0, major = 0, minor = 0;
    HANDLE_ERROR(cudaGetDevice(&device));
    HANDLE_ERROR(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device));
    HANDLE_ERROR(cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, device));
    return 10 * major + minor;
}

/* Whether kernels have been compiled without what they need: see HOPPER in barrier.h. */
__global__ void hopper_is_empty(int *empty) {
#ifdef HOPPER
    *empty = 0;
#else
    *empty = 1;
#endif
}

/* Whether the kernels can run: this is such a chip, and they have been compiled for it. */
static inline bool hopper_here(void) {
    if (hopper_capability() != 90) // elsewhere not even hopper_is_empty might start
        return false;
    int *dev_empty, empty = 1;
    HANDLE_ERROR(cudaMalloc((void **)&dev_empty, sizeof(int)));
    hopper_is_empty<<<1, 1>>>(dev_empty);
    cudaError_t started = cudaGetLastError();
    if (started != cudaErrorNoKernelImageForDevice) { // compiled for chips of another kind only
        HANDLE_ERROR(started);
        HANDLE_ERROR(cudaMemcpy(&empty, dev_empty, sizeof(int), cudaMemcpyDeviceToHost));
    }
    HANDLE_ERROR(cudaFree(dev_empty));
    return !empty;
}

/* Ends the program, saying why, with the exit code "cannot run here" where they cannot. */
static inline void hopper_require(void) {
    if (hopper_here())
        return;
    int capability = hopper_capability();
    printf("wgmma and the copy engine need a device of compute capability 9.0, and a program "
           "compiled for 9.0a (-arch=sm_90a); this device has %d.%d\n",
           capability / 10, capability % 10);
    fflush(stdout);
    book_exit(BOOK_EXIT_CANNOT_RUN);
}

#endif
