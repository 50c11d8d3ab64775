// any_kernel.cpp: what runs the threads of kernels that are compiled soon rather than to run fast.
//
// Otherwise each kernel has its own copy of this code, into which it is inlined.
#include "emulator/kernel.h"
#include "emulator/steps.h"

#if !defined(__wasm__) && !CUDA_EMULATOR_OBSERVED // see shared_run_threads

namespace cuda_emulator {

void run_threads_of(const some_body &kernel) {
    run_threads_inline<some_body>(&kernel);
}

template void run_steps<some_frame, some_steps, ANY_BARRIERS>();

} // namespace cuda_emulator

#endif
