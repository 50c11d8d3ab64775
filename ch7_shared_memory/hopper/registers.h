/* registers.h: warps hand registers over to others (PTX: setmaxnreg).
 *
 *   registers_keep<24>();       the four warps of a warpgroup, together: 24 for a thread are enough
 *   registers_take<240>();      waits until there are so many for a thread
 *
 * A kernel begins with the same number for all threads, which __launch_bounds__ has to fix.
 */
#ifndef HOPPER_REGISTERS_H
#define HOPPER_REGISTERS_H

#include "barrier.h"

#ifdef HOPPER
template <int COUNT> __device__ inline void registers_keep() {
    asm volatile("setmaxnreg.dec.sync.aligned.u32 %0;" ::"n"(COUNT));
}

template <int COUNT> __device__ inline void registers_take() {
    asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" ::"n"(COUNT));
}
#endif

#endif
