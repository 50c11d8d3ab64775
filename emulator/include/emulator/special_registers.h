// special_registers.h: what inline PTX asks of a thread and CUDA has no name for.
#ifndef CUDA_EMULATOR_SPECIAL_REGISTERS_H
#define CUDA_EMULATOR_SPECIAL_REGISTERS_H

#include "emulator/builtin_variables.h"

namespace cuda_emulator {

inline unsigned thread_in_block() {
    return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}
inline unsigned lane_index() {
    return thread_in_block() % 32;
}
unsigned dynamic_shared_bytes(); // of the launch

} // namespace cuda_emulator

#endif
