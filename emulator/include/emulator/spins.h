// spins.h: loops that wait for what another thread will do.
//
//     while (*flag == 0)
//         ;
// A GPU runs the other threads meanwhile, and so does the emulator: a thread that has looked some
// times in vain lets the next one go on. The watchdog would do that too, by a signal, which takes a
// thousand times as long.
#ifndef CUDA_EMULATOR_SPINS_H
#define CUDA_EMULATOR_SPINS_H

#include "emulator/block.h"
#include "emulator/locks.h"
#include "emulator/observed.h"

namespace cuda_emulator {

// Where the other thread is on another processor, it is mostly quicker than a switch.
constexpr int LOOKS_A_TURN = 64;

// Lets the other threads of the block go on, and other blocks if all of these wait. Returns its
// argument.
// As far as the compiler knows it touches no memory: a loop that waits for a variable which is not
// volatile reads it once, here as on a GPU, and never ends.
__attribute__((const)) int give_way(int looks);

// The rewriter puts it into the conditions of loops that do nothing but look; hence the result.
// (Observers have turns of their own; the recorder counts looks itself, and the profiler gives
// turns then.)
inline __attribute__((always_inline)) bool looked_in_vain() {
#ifdef CUDA_EMULATOR_RECORDED_H
    recorded_look();
#elif defined(CUDA_EMULATOR_PROFILED_H)
    profiled_look();
#endif
    if constexpr (!observed)
        if (__builtin_expect(--block.looks_left < 0, 0)) {
            int looks = LOOKS_A_TURN;
            asm volatile("" : "+r"(looks)); // each call is another one
            block.looks_left = give_way(looks);
        }
    return true;
}

// The rewriter puts it into the conditions of loops that only look at the clock. On a GPU all
// threads do that at the same time; so each lets the next one go on at once, and they wait
// together.
inline __attribute__((always_inline)) bool time_passes() {
    if constexpr (!observed)
        block.looks_left = 0;
    return looked_in_vain();
}

// A compare-and-swap may be one of a lock, in a loop of any form.
inline __attribute__((always_inline)) void tried_to_swap(bool swapped) {
    if (swapped)
        may_have_lock();
    if constexpr (!checked) {
        if (swapped)
            block.looks_left = LOOKS_A_TURN;
        else
            looked_in_vain();
    }
}

} // namespace cuda_emulator

#endif
