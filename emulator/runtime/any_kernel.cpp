// any_kernel.cpp: what runs the threads of every kernel, or of those that are compiled soon rather
// than to run fast. The others have copies of their own, into which they are inlined.
#include "emulator/kernel.h"
#include "emulator/steps.h"

#ifndef __wasm__ // see run_steps

namespace cuda_emulator {

void run_steps() {
    run_steps_inline();
#ifdef CUDA_EMULATOR_FAST_SWITCH
    switch_context(current_fiber(), leave_ring()); // see run_threads
    __builtin_unreachable();
#endif
}

#if !CUDA_EMULATOR_OBSERVED // see shared_run_threads

void run_threads_of(const some_body &kernel) {
    run_threads_inline<some_body>(&kernel);
}

template pass_end take_any_steps<some_frame>(int from);
template int take_step_alone<some_frame>(void *frame, int from);

#endif

} // namespace cuda_emulator

#endif
