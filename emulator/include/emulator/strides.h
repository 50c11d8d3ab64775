// strides.h: loops that stride over the grid.
//
// In a loop such as
//     for (; i < n; i += blockDim.x * gridDim.x)
// the threads of a block read neighbouring elements at a time, and a GPU reads them together. A
// processor that runs one such thread to its end touches another page with each step, and comes
// back for the neighbour's element when the first one's is long out of its caches. So threads take
// turns: after some strides the next thread goes on, whose elements are in the cache by then.
#ifndef CUDA_EMULATOR_STRIDES_H
#define CUDA_EMULATOR_STRIDES_H

#include "emulator/barrier.h"

namespace cuda_emulator {

// Few enough that what a thread touches stays in the first-level cache, many enough that a switch
// between threads costs little beside them.
constexpr int STRIDES_A_TURN = 16;

// Lets the next thread of the block go on, if this one has taken all strides since the last call.
void neighbours_turn();

#ifdef __wasm__ // where a switch between threads costs more than the caches save
inline void stride_taken() {}
inline void stride_taken(int &) {}
#else

// The rewriter puts it behind each `i += ...` with a gridDim in it.
CUDA_EMULATOR_APART void stride_taken() {
    if (__builtin_expect(--block.strides_left < 0, 0))
        neighbours_turn();
}

// What it puts there in a kernel that runs in steps: the counter is the thread's, in a register.
void own_turn();
inline __attribute__((always_inline)) void stride_taken(int &strides_left) {
    if (__builtin_expect(--strides_left < 0, 0)) {
        own_turn();
        strides_left = STRIDES_A_TURN - 1;
    }
}

#endif

} // namespace cuda_emulator

#endif
