// locks.h: which thread of the block has taken a lock, as far as it shows, and when what a thread
// has done is to be seen by others.
//
//     while (atomicCAS(lock, 0, 1) != 0)
//         ;
//     ...
//     __threadfence();
//     atomicExch(lock, 0);
// What it prints between them comes out together, as no other lane has come between; and before
// what another block prints behind it (see prints.h).
#ifndef CUDA_EMULATOR_LOCKS_H
#define CUDA_EMULATOR_LOCKS_H

#include "emulator/block.h"
#include "emulator/builtin_variables.h"
#include "emulator/observed.h"

namespace cuda_emulator {

inline void note_lock() {
    ++block.locks;
    block.lock_holder = {threadIdx.x, threadIdx.y, threadIdx.z};
}
void note_lock_unobserved();
void publish_prints(bool gives_lock_back);

// An atomic operation has changed 0 to something else, or what it expected.
inline __attribute__((always_inline)) void may_have_lock() {
    if constexpr (observed)
        note_lock_unobserved();
    else
        note_lock();
}

// A fence or a store comes next, or an atomic operation that may give a lock back.
inline __attribute__((always_inline)) void publishes(bool may_give_lock_back) {
    if (observed || __builtin_expect(block.has_printed, false))
        publish_prints(may_give_lock_back);
}

} // namespace cuda_emulator

#endif
