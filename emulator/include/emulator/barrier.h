// barrier.h: __syncthreads() and its relatives, and the memory fences.
#ifndef CUDA_EMULATOR_BARRIER_H
#define CUDA_EMULATOR_BARRIER_H

#include "emulator/block.h"
#include "emulator/builtin_variables.h"
#include "emulator/locks.h"
#include "emulator/observed.h"
#include "emulator/prints.h"

namespace cuda_emulator {

enum class gather { nothing, count, all, any, grid };

// The general barrier: starts threads that have not begun, names divergence, gathers predicates.
// Returns what was gathered.
int wait_at_barrier(const char *file, int line, gather mode, int predicate);

// A fiber, now in the ring, on which the next thread that has not begun will begin.
fiber *next_beginner();

// Called when a thread at the barrier is resumed although the barrier still stands.
void wait_again(fiber *me, unsigned phase);

// A compiler barrier: no access to memory moves across it. It stands between the stores to
// block.interruptible and what the watchdog must not interrupt.
CUDA_EMULATOR_UNCHECKED inline __attribute__((always_inline)) void compiler_fence() {
    asm volatile("" ::: "memory");
}

// Blocks run on several processors at a time, so a fence is a real one; not where one worker runs
// them all.
inline __attribute__((always_inline)) void fence([[maybe_unused]] bool of_the_device) {
    publishes(false);
    if constexpr (!repeatable)
        __atomic_thread_fence(__ATOMIC_SEQ_CST);
    if constexpr (observed)
        tell_fence_passed(of_the_device);
}

} // namespace cuda_emulator

// Waits until every thread of the block has arrived. The caller's place in the source is how a
// divergent barrier gets its name in reports.
inline __attribute__((always_inline)) void __syncthreads(const char *file = __builtin_FILE(),
                                                         int line = __builtin_LINE()) {
    using namespace cuda_emulator;
#ifdef CUDA_EMULATOR_FAST_SWITCH
    set_interruptible<0>();
    block_state &b = *static_cast<block_state *>(address_of_block());
    compiler_fence();
    // The usual case: nobody has left, and this is the barrier that the others wait at, or nobody
    // waits yet.
    if (__builtin_expect(b.fast_line == line || (b.arrived == 0 && b.nobody_left), 1)) {
        fiber *me = current_fiber();
        me->file = file;
        me->line = line;
        b.fast_line = line;
        unsigned phase = b.phase;
        if (++b.arrived == b.threads) {
            show_prints();
            b.arrived = 0;
            b.phase = phase + 1;
        } else {
            fiber *to = __builtin_expect(b.unstarted != 0, 0) ? next_beginner() : me->next;
            me = switch_context(me, to);
            set_current_fiber(me);
            while (__builtin_expect(b.phase == phase, 0))
                wait_again(me, phase);
            restore_thread_index(me);
        }
        compiler_fence();
        set_interruptible<1>();
        return;
    }
#endif
    wait_at_barrier(file, line, gather::nothing, 0);
}

// Barriers that also tell every thread how many predicates were non-zero, whether all or any were.
inline int __syncthreads_count(int predicate, const char *file = __builtin_FILE(),
                               int line = __builtin_LINE()) {
    return cuda_emulator::wait_at_barrier(file, line, cuda_emulator::gather::count, predicate);
}
inline int __syncthreads_and(int predicate, const char *file = __builtin_FILE(),
                             int line = __builtin_LINE()) {
    return cuda_emulator::wait_at_barrier(file, line, cuda_emulator::gather::all, predicate);
}
inline int __syncthreads_or(int predicate, const char *file = __builtin_FILE(),
                            int line = __builtin_LINE()) {
    return cuda_emulator::wait_at_barrier(file, line, cuda_emulator::gather::any, predicate);
}

// Of a kernel that may begin before the one in front of it has ended: here none does.
inline void cudaGridDependencySynchronize() {}
inline void cudaTriggerProgrammaticLaunchCompletion() {}

// Fences.
inline void __threadfence_block() {
    ::cuda_emulator::fence(false);
}
inline void __threadfence() {
    ::cuda_emulator::fence(true);
}
inline void __threadfence_system() {
    ::cuda_emulator::fence(true);
}

#endif
