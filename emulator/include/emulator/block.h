// block.h: the block that a worker is running, and the context switch between its threads.
//
// A worker (an OS thread) runs one block at a time. The threads of the block run one after another
// on a fiber: a stack and a saved context. As long as none of them has to wait, one fiber serves
// them all, at the price of a loop. A thread that waits (at a barrier, in a warp operation) keeps
// its fiber, and the next thread starts on a fresh one. From then on the fibers with an unfinished
// thread form a ring, in the order of their threads, and a thread that waits switches to the next
// fiber of the ring. Fibers never change their worker.
#ifndef CUDA_EMULATOR_BLOCK_H
#define CUDA_EMULATOR_BLOCK_H

#include "emulator/builtin_variables.h"
#include "emulator/lockstep.h"
#include "emulator/processor.h"
#include <cstddef>
#include <cstdint>

namespace cuda_emulator {

// What a suspended thread waits for, if it is not in a warp operation.
enum class wait : int { barrier, active_mask, matrix, group, object };

// What a fiber needs now and then.
struct fiber_details {
    wait waits_for;      // while its thread is suspended and interrupted_at is null
    const void *barrier; // at which it looks then: see arrivals.h

    // The warp operation that its thread may not take part in.
    unsigned mask;
    int width;

    void *interrupted_at; // code address at which the watchdog took the processor away, or null
    bool looks_in_vain;   // as it waits in a loop: see spins.h
    char *stack_low;      // lowest usable byte; a guard lies below it
    char *stack_high;
    bool started; // the fiber has a place to go on from
    // It is to go on with a thread that has taken steps (see steps.h), at this place, once
    // block.phase is another than this.
    bool takes_over;
    bool is_behind; // the step that the block was taking then
    int place;
    unsigned phase_before;
    void *portable; // state of the portable switch
};

// What every switch touches: one cache line, because a block may have a thousand of them.
struct alignas(64) fiber {
    context place;
    fiber *next; // in the ring of the fibers that hold an unfinished thread
    fiber *previous;
    const char *file;        // where the thread waits, or last did
    alignas(16) uint3 index; // threadIdx of the thread it holds
    int line;
};
static_assert(sizeof(fiber) == 64, "a fiber is one cache line");

// threadIdx becomes the index that a fiber keeps. Moves 16 aligned bytes, of which threadIdx is the
// first 12, in two instructions; memcpy would be a call where accesses are checked.
CUDA_EMULATOR_UNCHECKED inline __attribute__((always_inline)) void
restore_thread_index(const fiber *f) {
    static_assert(offsetof(fiber, index) % 16 == 0, "index and line are moved together");
    using four_words __attribute__((vector_size(16), may_alias)) = int;
    *reinterpret_cast<four_words *>(&thread_index_slot) =
        *reinterpret_cast<const four_words *>(&f->index);
    asm volatile("" ::: "memory"); // the slot is threadIdx under another name
}

// How far a lane has come that goes in step with its warp.
struct lane_way {
    way_point place;
    int turns[way_point::MOST_LOOPS]; // of the loops around it
};

// The lanes of a warp, and what each brings to the operation that it is in (see emulator/warp.h).
struct warp_state {
    unsigned alive;   // lanes that have not left the kernel
    unsigned waiting; // lanes in an operation
    unsigned asking;  // lanes in __activemask()
    unsigned known;   // lanes whose fiber is known
    fiber *fibers[32];
    int operation[32];
    unsigned mask[32];
    unsigned from[32]; // the lane whose value a shuffle wants
    int line[32];
    unsigned long long value[32], result[32];
    unsigned in_step;   // lanes that wait for the warp (see emulator/lockstep.h)
    unsigned under_way; // lanes whose way is known
    lane_way ways[32];
};

// The lane that a fiber's thread is, once it has come to a warp operation; until then `warp` is
// null. Where it lies is worked out of the fiber's address: a lane that would have to calculate its
// number from threadIdx, which the switch has just stored, could not begin to do so before the lane
// before it has done.
struct lane_place {
    warp_state *warp;
    unsigned lane;
};

// Fibers lie side by side in rows, and what they need now and then behind them.
struct alignas(4096) fiber_row {
    static constexpr int LENGTH = 64;
    fiber fibers[LENGTH];
    lane_place lanes[LENGTH];
    fiber_details details[LENGTH];
};
static_assert(sizeof(fiber) * fiber_row::LENGTH == alignof(fiber_row), "see row_of");

CUDA_EMULATOR_UNCHECKED inline __attribute__((always_inline)) fiber_row *row_of(fiber *f) {
    const auto address = reinterpret_cast<std::uintptr_t>(f);
    return reinterpret_cast<fiber_row *>(address & ~(alignof(fiber_row) - 1));
}
CUDA_EMULATOR_UNCHECKED inline __attribute__((always_inline)) lane_place &lane_of(fiber *f) {
    return row_of(f)->lanes[f - row_of(f)->fibers];
}
inline fiber_details &details_of(fiber *f) {
    return row_of(f)->details[f - row_of(f)->fibers];
}

// Lanes that could go on now, as far as is known.
inline unsigned able_lanes(const warp_state &warp) {
    return warp.known & warp.alive & ~warp.waiting & ~warp.asking;
}

struct steps_info; // see steps.h

// The block that this worker is running.
struct block_state {
    fiber *current;     // the first member: see current_fiber
    unsigned unstarted; // threads not begun yet, always the last ones; exact in ring mode
    unsigned row_end;   // blockDim.x, or 0 in ring mode
    bool in_ring_mode;  // some thread has waited: threads that finish must be accounted for
    bool lanes_ready;   // in ring mode, and the runtime knows the lanes of each warp
    bool nobody_left;   // in ring mode, and no thread has finished: barriers may be fast
    // 1 while a thread runs code of the program, where the watchdog may interrupt it; 0 in code
    // of the emulator, which must not be entered twice.
    volatile int interruptible;
    unsigned threads;       // in the block
    uint3 last_begun;       // of all threads; exact only in ring mode
    unsigned alive;         // not finished; exact only in ring mode
    unsigned arrived;       // at the barrier of this phase
    unsigned phase;         // barriers completed
    int barrier_line;       // the barrier that the first arrival of this phase waits at
    int fast_line;          // the same while nobody has left, else the number of no line
    int strides_left;       // until the neighbours' turn: see strides.h
    int looks_left;         // until others get a turn: see spins.h
    bool has_printed;       // what nobody has seen yet: see prints.h
    unsigned locks;         // taken so far: see locks.h
    uint3 lock_holder;      // which thread has taken the last one
    bool no_turns;          // the block has long made no progress that the watchdog would see
    unsigned stride_thread; // the linear index of the thread whose turn it is
    unsigned long turns;
    int predicate_count; // what __syncthreads_count, _and and _or gather
    int predicate_result;
    char *frames; // of a kernel that runs in steps (see steps.h), one for each thread; else null
    const steps_info *steps;
    warp_state *warps;      // of all, once lanes_ready
    const char *steps_file; // in which its barriers are
    // Not in ring mode: where the threads behind the current one are, and those in front of it.
    int step_from, step_to;
    // Under the checker. Which thread takes each step first: the one that has taken the last one
    // last, as at barriers. And where a thread has come to, if it is not step_to, else STEPS_BEGIN.
    unsigned first_in_step;
    int other_place;
    // Of a kernel whose threads are lanes (see emulator/lanes.h): what they are running, or null,
    // what runs it for all lanes from one on, and that one.
    const void *segment;
    void (*run_rows)(const void *segment, unsigned width);
    uint3 row;
    // Of a kernel whose blocks begin side by side: those that begin with the current one.
    unsigned neighbours;
};

extern CUDA_EMULATOR_THREAD block_state block __asm__("cuda_emulator_block");

#ifdef CUDA_EMULATOR_FAST_SWITCH
// block.interruptible, written without a register for the block's address, too.
template <int VALUE> inline __attribute__((always_inline)) void set_interruptible() {
    asm volatile("movl %0, %%fs:cuda_emulator_block@tpoff+%c1"
                 :
                 : "i"(VALUE), "i"(offsetof(block_state, interruptible))
                 : "memory");
}
#endif

inline fiber *current_fiber() {
#ifdef CUDA_EMULATOR_FAST_SWITCH
    return read_current_fiber();
#else
    return block.current;
#endif
}

inline void set_current_fiber(fiber *f) {
#ifdef CUDA_EMULATOR_FAST_SWITCH
    write_current_fiber(f);
#else
    block.current = f;
#endif
}

// The context switch from one fiber to another. Returns `from`, when another fiber switches back.
#ifdef CUDA_EMULATOR_INLINE_SWITCH
inline __attribute__((always_inline)) fiber *switch_context(fiber *from, fiber *to) {
    return jump(from, to);
}
#else
fiber *switch_context(fiber *from, fiber *to);
#endif

} // namespace cuda_emulator

#endif
