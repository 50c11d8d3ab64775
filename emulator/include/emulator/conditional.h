// conditional.h: what a kernel says to the conditional nodes of a graph.
#ifndef CUDA_EMULATOR_CONDITIONAL_H
#define CUDA_EMULATOR_CONDITIONAL_H

#include "cuda_runtime_api.h"

namespace cuda_emulator {

void set_conditional(cudaGraphConditionalHandle handle, unsigned value, const char *file, int line);

} // namespace cuda_emulator

inline void cudaGraphSetConditional(cudaGraphConditionalHandle handle, unsigned value,
                                    const char *file = __builtin_FILE(),
                                    int line = __builtin_LINE()) {
    cuda_emulator::set_conditional(handle, value, file, line);
}

#endif
