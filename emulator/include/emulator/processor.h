// processor.h: what is of one processor or compiler in the code that kernels are compiled with.
//
// CUDA_EMULATOR_FAST_SWITCH: the context switch between fibers is inlined into the caller, and
// barriers are too. It is x86-64 code of programs on Linux; CUDA_EMULATOR_X86_SWITCH is the same
// code in a function. Other processors use the portable switch of machine/switch.cpp, and so do
// shared libraries. CUDA_EMULATOR_INLINE_SWITCH: the runtime at least has it inlined.
#ifndef CUDA_EMULATOR_PROCESSOR_H
#define CUDA_EMULATOR_PROCESSOR_H

#include "emulator/observed.h"

#include <cstddef>

// Where the function that asks returns to; null where nobody knows.
#ifdef __wasm__
// WebAssembly does not say. Checked programs store it before each call of theirs: the number of the
// place plus 1 (see site/engine/places.js), as the call itself is 1 before the address.
extern "C" void *cuda_emulator_place;
#define CUDA_EMULATOR_RETURN_ADDRESS cuda_emulator_place
#else
#define CUDA_EMULATOR_RETURN_ADDRESS __builtin_return_address(0)
#endif

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
#if !defined(CUDA_EMULATOR_ASAN)
#define CUDA_EMULATOR_INLINE_SWITCH 1
// Observers are told of every switch, which is no code to be in every barrier.
#if !CUDA_EMULATOR_OBSERVED
#define CUDA_EMULATOR_FAST_SWITCH 1 // the switch is code in the caller, and barriers are too
#endif
#endif
#endif

namespace cuda_emulator {

// The saved context of a fiber: where its code goes on. The portable switch keeps it elsewhere.
struct context {
    void *instruction;
    void *stack;
    void *frame;
};

struct fiber;

#ifdef CUDA_EMULATOR_X86_SWITCH
// The context switch from one fiber to another; its context is the first member of each. Returns
// when another fiber switches back.
// It clobbers every register, so the compiler saves just those that are live here; that and the
// absence of a call is what makes it fast. It ends in a jump because a return would defeat the
// processor's return-address prediction.
// Returns `from`, but out of the register of the fiber that switches back, not out of memory: a
// chain of loads from one fiber's stack to the next is what a switch would otherwise wait for.
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
// block.current, read and written without a register for the block's address. Compilers keep that
// address in a register which a switch restores from memory, and then the next switch would have to
// wait for that load before it can find out whom to switch to.
inline fiber *read_current_fiber() {
    fiber *f;
    asm volatile("movq %%fs:cuda_emulator_block@tpoff, %0" : "=r"(f) : : "memory");
    return f;
}
inline void write_current_fiber(fiber *f) {
    asm volatile("movq %0, %%fs:cuda_emulator_block@tpoff" : : "r"(f) : "memory");
}

// The block's address, worked out anew each time for the same reason.
inline __attribute__((always_inline)) void *address_of_block() {
    char *address;
    asm volatile("movq %%fs:0, %0\n\tleaq cuda_emulator_block@tpoff(%0), %0" : "=r"(address));
    return address;
}

// How many bytes of thread-local variables the program has. They end where the register fs points.
extern const std::size_t thread_local_bytes;

// Whether an address is one of a thread-local variable of the calling OS thread: shared memory is,
// which no other worker has. (Said so that a loop need not work out the beginning each time.)
inline bool is_of_this_thread(const void *address) {
    std::size_t end;
    asm("movq %%fs:0, %0" : "=r"(end));
    const std::size_t begin = end - thread_local_bytes;
    return reinterpret_cast<std::size_t>(address) - begin <= thread_local_bytes;
}

// An addition that no signal comes between, though other processors may. Returns the old value.
template <class T> inline T add_uninterrupted(T *address, T value) {
    asm volatile("xadd %0, %1" : "+r"(value), "+m"(*address) : : "cc");
    return value;
}
template <class T> inline void only_add_uninterrupted(T *address, T value) {
    if constexpr (sizeof(T) == 4)
        asm volatile("addl %1, %0" : "+m"(*address) : "er"(value) : "cc");
    else
        asm volatile("addq %1, %0" : "+m"(*address) : "er"(value) : "cc");
}
#endif

namespace math {

// Keeps the compiler from fusing a product and a sum into one fused multiply-add, which CUDA's
// __fmul_rn and the like promise never to happen, and rounding.h could not bear.
template <class T> inline T unfused(T value) {
#if defined(__x86_64__) && defined(__FMA__)
    __asm__("" : "+x"(value));
#elif defined(__aarch64__)
    __asm__("" : "+w"(value));
#elif defined(__FP_FAST_FMA)
    __asm__("" : "+m"(value));
#endif
    return value;
}

} // namespace math
} // namespace cuda_emulator

#endif
