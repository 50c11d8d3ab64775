// locks.h: which thread of the block has taken a lock, as far as it shows.
//
//     while (atomicCAS(lock, 0, 1) != 0)
//         ;
//     ...
//     atomicExch(lock, 0);
// What it prints between them comes out together: no other lane has come between (see prints.h).
#ifndef CUDA_EMULATOR_LOCKS_H
#define CUDA_EMULATOR_LOCKS_H

#include "emulator/block.h"
#include "emulator/builtin_variables.h"
#include "emulator/observed.h"

namespace cuda_emulator {

inline void note_taken_lock() {
    ++block.locks;
    block.lock_holder = {threadIdx.x, threadIdx.y, threadIdx.z};
}
// These are for observers, who are told of no access there.
void take_lock();
void give_lock_back();

// A thread has stored a value in a lock, if it is one.
inline __attribute__((always_inline)) void has_exchanged(bool takes) {
    if constexpr (observed)
        takes ? take_lock() : give_lock_back();
    else if (takes)
        note_taken_lock();
    else if (__builtin_expect(block.has_printed, false))
        give_lock_back();
}

} // namespace cuda_emulator

#endif
