// guarded_variables.h: the red zones beside __device__ and __shared__ variables (see
// emulator/guarded.h).
#ifndef CUDA_EMULATOR_GUARDED_VARIABLES_H
#define CUDA_EMULATOR_GUARDED_VARIABLES_H

#include "emulator/guarded.h"
#include "red_zones.h"

#include <cstddef>

namespace cuda_emulator {

// What has been made ready of an OS thread's shared memory.
struct shared_red_zones {
    std::size_t filled = 0;                      // red zones of so many variables
    std::size_t dynamic_bytes = ~std::size_t(0); // that the latest launch gave
};

// Makes the calling OS thread ready for a launch with so many bytes of dynamic shared memory.
void prepare_shared_red_zones(shared_red_zones &, std::size_t dynamic_bytes);
// The calling OS thread has run its blocks of a kernel: reports what these wrote beside their
// shared memory. Returns whether there is anything to report.
bool look_at_shared_memory(shared_red_zones &, const char *kernel);

// A kernel has ended: the same for __device__ and __constant__ variables, some after the other
// where there are many.
bool look_at_device_variables(const char *kernel);

} // namespace cuda_emulator

#endif
