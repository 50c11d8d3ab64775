// block.h: the block that a worker is running, and the switch between its threads.
//
// A worker (an OS thread) runs one block at a time. The threads of the block run one after another
// on a fiber: a stack with a saved place in the code. As long as none of them has to wait, one
// fiber serves them all, at the price of a loop. A thread that waits (at a barrier, in a warp
// operation) keeps its fiber, and the next thread starts on a fresh one; from then on the fibers
// with an unfinished thread form a ring, in the order of their threads, and whoever waits hands
// over to the next in the ring. Fibers never change their worker.
#ifndef CUDA_EMULATOR_BLOCK_H
#define CUDA_EMULATOR_BLOCK_H

#include "emulator/builtin_variables.h"
#include "emulator/observed.h"

#include <cstddef>

// The fast switch is x86-64 code of programs; other processors use the portable one of stacks.cpp,
// and so do shared libraries.
// AddressSanitizer must be told of every switch, so there it is a function too.
#if defined(__SANITIZE_ADDRESS__)
#define CUDA_EMULATOR_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define CUDA_EMULATOR_ASAN 1
#endif
#endif
#if defined(__x86_64__) && defined(__linux__) && !defined(CUDA_EMULATOR_PORTABLE)
#define CUDA_EMULATOR_X86_SWITCH 1
// Observers are told of every switch, too.
#if !defined(CUDA_EMULATOR_ASAN) && !CUDA_EMULATOR_OBSERVED
#define CUDA_EMULATOR_FAST_SWITCH 1 // the switch is code in the caller, and barriers are too
#endif
#endif

namespace cuda_emulator {

struct fiber;

// A saved place in the code of a fiber. With the portable switch it is kept elsewhere.
struct context {
    void *instruction;
    void *stack;
    void *frame;
};

enum class wait : int { barrier, warp, active_mask, matrix };

// What a fiber needs now and then.
struct fiber_details {
    wait waits_for; // while its thread is suspended and interrupted_at is null

    // The warp operation its thread takes part in (see warp.cpp).
    bool answered;
    int operation;
    unsigned mask;
    int source; // lane, distance or predicate, by operation
    int width;
    unsigned long long value;
    unsigned long long result;
    bool result_flag;

    void *interrupted_at; // code address at which the watchdog took the processor away, or null
    char *stack_low;      // lowest usable byte; a guard lies below it
    char *stack_high;
    bool started; // the fiber has a place to go on from
    // It is to go on with a thread that has taken steps (see steps.h), at this place, once
    // block.phase is another than this.
    bool takes_over;
    int place;
    unsigned phase_before;
    void *portable; // state of the portable switch
};

// What every switch touches: one cache line, because a block may have a thousand of them.
struct alignas(64) fiber {
    context place;
    fiber *next; // in the ring of the fibers that hold an unfinished thread
    fiber *previous;
    const char *file; // where the thread waits, or last did
    uint3 index;      // threadIdx of the thread it holds
    int line;
};
static_assert(sizeof(fiber) == 64, "a fiber is one cache line");

// threadIdx becomes the index that a fiber keeps. Moves 16 aligned bytes, of which threadIdx is the
// first 12, in two instructions.
inline void restore_thread_index(const fiber *f) {
    static_assert(offsetof(fiber, index) % 16 == 0, "index and line are moved together");
    __builtin_memcpy(&thread_index_slot, __builtin_assume_aligned(&f->index, 16), 16);
    asm volatile("" ::: "memory"); // the slot is threadIdx under another name
}

// Fibers lie side by side in rows, and what they need now and then behind them.
struct alignas(4096) fiber_row {
    static constexpr int LENGTH = 64;
    fiber fibers[LENGTH];
    fiber_details details[LENGTH];
};
static_assert(sizeof(fiber) * fiber_row::LENGTH == alignof(fiber_row), "see details_of");

inline fiber_details &details_of(fiber *f) {
    auto address = reinterpret_cast<unsigned long>(f);
    auto *row = reinterpret_cast<fiber_row *>(address & ~(alignof(fiber_row) - 1));
    return row->details[f - row->fibers];
}

// The block that this worker is running.
struct block_state {
    fiber *current;     // the first member: see current_fiber
    unsigned unstarted; // threads not begun yet, always the last ones; exact in ring mode
    unsigned row_end;   // blockDim.x, or 0 in ring mode
    bool in_ring_mode;  // some thread has waited: threads that finish must be accounted for
    bool nobody_left;   // in ring mode, and no thread has finished: barriers may be fast
    // 1 while a thread runs code of the program, where the watchdog may interrupt it; 0 in code
    // of the emulator, which must not be entered twice.
    volatile int interruptible;
    unsigned threads;       // in the block
    unsigned alive;         // not finished; exact only in ring mode
    unsigned arrived;       // at the barrier of this phase
    unsigned phase;         // barriers completed
    int barrier_line;       // the barrier that the first arrival of this phase waits at
    int fast_line;          // the same while nobody has left, else the number of no line
    int strides_left;       // until the neighbours' turn: see strides.h
    bool no_turns;          // the block has long made no progress that the watchdog would see
    unsigned stride_thread; // the linear index of the thread whose turn it is
    unsigned long turns;
    int predicate_count; // what __syncthreads_count, _and and _or gather
    int predicate_result;
    char *frames; // of a kernel that runs in steps (see steps.h), one for each thread; else null
    const char *steps_file; // in which its barriers are
    // Not in ring mode: where the threads behind the current one are, and those in front of it.
    int step_from, step_to;
};

extern CUDA_EMULATOR_THREAD block_state block __asm__("cuda_emulator_block");

// block.current, read and written without a register for the block's address. Compilers keep that
// address in a register which a switch restores from memory, and then the next switch would have to
// wait for that load before it can find out whom to switch to.
inline fiber *current_fiber() {
#ifdef CUDA_EMULATOR_FAST_SWITCH
    fiber *f;
    asm volatile("movq %%fs:cuda_emulator_block@tpoff, %0" : "=r"(f) : : "memory");
    return f;
#else
    return block.current;
#endif
}

inline void set_current_fiber(fiber *f) {
#ifdef CUDA_EMULATOR_FAST_SWITCH
    asm volatile("movq %0, %%fs:cuda_emulator_block@tpoff" : : "r"(f) : "memory");
#else
    block.current = f;
#endif
}

// Hands the processor from one fiber to another. Returns when somebody hands it back.
// Every register counts as overwritten, so the compiler saves just those that are live here; that
// and the absence of a call is what makes it fast. Ends in a jump because a return would defeat
// the processor's return-address prediction.
// Returns `from`, but from where the one that hands back has it in a register, not from memory:
// a chain of loads from one fiber's stack to the next is what a switch would otherwise wait for.
#ifdef CUDA_EMULATOR_X86_SWITCH
inline __attribute__((always_inline)) fiber *jump(fiber *from, fiber *to) {
    asm volatile("leaq 1f(%%rip), %%rax\n\t"
                 "movq %%rax, 0(%0)\n\t"
                 "movq %%rsp, 8(%0)\n\t"
                 "movq %%rbp, 16(%0)\n\t"
                 "movq 16(%1), %%rbp\n\t"
                 "movq 8(%1), %%rsp\n\t"
                 "jmpq *0(%1)\n"
                 "1:"
                 : "+D"(from), "+S"(to)
                 :
                 : "rax", "rbx", "rcx", "rdx", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15",
                   "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9",
                   "xmm10", "xmm11", "xmm12", "xmm13", "xmm14", "xmm15",
#ifdef __AVX512F__
                   "xmm16", "xmm17", "xmm18", "xmm19", "xmm20", "xmm21", "xmm22", "xmm23", "xmm24",
                   "xmm25", "xmm26", "xmm27", "xmm28", "xmm29", "xmm30", "xmm31", "k0", "k1", "k2",
                   "k3", "k4", "k5", "k6", "k7",
#endif
                   "cc", "memory");
    return to; // of the jump that came here, which is the `from` of the jump above
}
#endif

#ifdef CUDA_EMULATOR_FAST_SWITCH
inline __attribute__((always_inline)) fiber *switch_context(fiber *from, fiber *to) {
    return jump(from, to);
}
#else
fiber *switch_context(fiber *from, fiber *to);
#endif

} // namespace cuda_emulator

#endif
