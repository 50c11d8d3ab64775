// shared_limits.h: how much shared memory a kernel may have.
#ifndef CUDA_EMULATOR_SHARED_LIMITS_H
#define CUDA_EMULATOR_SHARED_LIMITS_H

#include "emulator/launch.h"

namespace cuda_emulator {

// Whether cudaFuncSetAttribute has given the kernel a limit of dynamic shared memory: its static
// variables do not count to that one, as they do to the 48 KiB that it has else.
bool has_limit_of_its_own(const kernel_info &kernel);

} // namespace cuda_emulator

#endif
