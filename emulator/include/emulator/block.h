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

#include "vector_types.h"
#include <stddef.h>

// The fast switch is x86-64 code; other processors use the portable one of stacks.cpp.
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
#ifndef CUDA_EMULATOR_ASAN
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

enum class wait : int { barrier, warp, active_mask };

// What a fiber needs now and then.
struct fiber_details {
    fiber *previous; // in the ring
    wait waits_for;  // meaningful while fiber::line is not 0

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
    bool started;   // the fiber has a place to go on from
    void *portable; // state of the portable switch
};

// What every switch touches: one cache line, because a block may have a thousand of them.
struct alignas(64) fiber {
    context place;
    fiber *next; // ring of the fibers that hold an unfinished thread
    const char *file;
    int line;    // where the thread waits; 0 while it runs
    uint3 index; // threadIdx of the thread it holds
    fiber_details *more;
};

// The block that this worker is running.
struct block_state {
    fiber *current;
    unsigned unstarted; // threads not begun yet, always the last ones of the block
    bool ring_complete; // every thread has begun and some wait: a barrier may take its fast path
    bool in_ring_mode;  // some thread has waited: threads that finish must be accounted for
    // 1 while a thread runs code of the program, where the watchdog may interrupt it; 0 in code
    // of the emulator, which must not be entered twice.
    volatile int interruptible;
    unsigned threads;    // in the block
    unsigned alive;      // not finished; exact only in ring mode
    unsigned arrived;    // at the barrier of this phase
    unsigned phase;      // barriers completed
    int barrier_line;    // the barrier that the first arrival of this phase waits at
    int predicate_count; // what __syncthreads_count, _and and _or gather
    int predicate_result;
};

extern __thread block_state block;

// Hands the processor from one fiber to another. Returns when somebody hands it back.
// Every register counts as overwritten, so the compiler saves just those that are live here; that
// and the absence of a call is what makes it fast. Ends in a jump because a return would defeat
// the processor's return-address prediction.
#ifdef CUDA_EMULATOR_X86_SWITCH
inline __attribute__((always_inline)) void jump(context *from, context *to) {
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
}
#endif

#ifdef CUDA_EMULATOR_FAST_SWITCH
inline __attribute__((always_inline)) void switch_context(fiber *from, fiber *to) {
    jump(&from->place, &to->place);
}
#else
void switch_context(fiber *from, fiber *to);
#endif

} // namespace cuda_emulator

#endif
