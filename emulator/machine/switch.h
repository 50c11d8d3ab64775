// switch.h: from one fiber to another.
//
// There are three switches. emulator/processor.h has the fast one, which is inlined into barriers,
// and start_fiber is not used with it; switch.cpp has the other two, one of which any Unix
// processor can do. A machine that cannot leave a stack and come back to it needs one of its own.
#ifndef CUDA_EMULATOR_MACHINE_SWITCH_H
#define CUDA_EMULATOR_MACHINE_SWITCH_H

#include "emulator/block.h"

namespace cuda_emulator {

// The stack pointer that a fiber begins with.
void *first_frame(fiber *f);

// Makes the fiber begin at `entry`, which must not return, on its own stack, when it first gets the
// processor by switch_context. All fibers have the same entry.
void start_fiber(fiber *f, void (*entry)());

// Switches from a fiber that never goes on.
#ifdef __wasm__
[[noreturn]] void leave_for_good(fiber *from, fiber *to);
#else
[[noreturn]] inline void leave_for_good(fiber *from, fiber *to) {
    switch_context(from, to);
    __builtin_unreachable();
}
#endif

// Frees what the switch keeps of a fiber that is gone.
void forget_context(fiber *f);

} // namespace cuda_emulator

#endif
