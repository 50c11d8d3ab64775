// observed.h: whether a run of the program is observed. The one place that knows which flavours
// are: the runtime and the other headers ask the constants below.
#ifndef CUDA_EMULATOR_OBSERVED_H
#define CUDA_EMULATOR_OBSERVED_H

#include <cstddef>

#ifdef CUDA_EMULATOR_CHECKED
#include "emulator/checked.h" // what the rewriter's output calls
#define CUDA_EMULATOR_OBSERVED 1
// What surrounds a kernel's own code touches nothing that the checker should look at, and would
// make it look nearly as often as a short kernel.
#define CUDA_EMULATOR_UNCHECKED __attribute__((no_sanitize("thread")))
#elif defined(CUDA_EMULATOR_PROFILED)
#include "emulator/profiled.h"
#define CUDA_EMULATOR_OBSERVED 1
#define CUDA_EMULATOR_UNCHECKED __attribute__((no_sanitize("thread")))
#elif defined(CUDA_EMULATOR_RECORDED)
#include "emulator/recorded.h"
#define CUDA_EMULATOR_OBSERVED 1
#define CUDA_EMULATOR_UNCHECKED __attribute__((no_sanitize("thread")))
#else
#define CUDA_EMULATOR_OBSERVED 0
#define CUDA_EMULATOR_UNCHECKED
#endif

// A function of the headers that is not compiled to be checked, and tells by itself (tell_read)
// what it touches of the program's memory. It is a call then, so that its return address is the
// place in the program.
#if CUDA_EMULATOR_OBSERVED
#define CUDA_EMULATOR_APART inline __attribute__((noinline, no_sanitize("thread")))
#else
#define CUDA_EMULATOR_APART inline __attribute__((always_inline))
#endif

// Functions of the headers that touch memory of the program. Observers know an access by its place
// in the code, which has to be the program's, not optimised too.
#if CUDA_EMULATOR_OBSERVED
#define CUDA_EMULATOR_OBSERVED_INLINE inline __attribute__((always_inline))
#else
#define CUDA_EMULATOR_OBSERVED_INLINE inline
#endif
// Functions of the headers that an optimising compiler makes more of where they are not calls.
#if CUDA_EMULATOR_OBSERVED || defined(__OPTIMIZE__)
#define CUDA_EMULATOR_INLINE inline __attribute__((always_inline))
#else
#define CUDA_EMULATOR_INLINE inline
#endif

namespace cuda_emulator {

// Whether there may be observers, who are told what happens (see runtime/observer.h).
constexpr bool observed = CUDA_EMULATOR_OBSERVED;

// Files of the runtime that are compiled once for several flavours cannot know more than that: not
// even whether there are any.
#ifdef CUDA_EMULATOR_SEVERAL_FLAVOURS
#define CUDA_EMULATOR_OF_ONE_FLAVOUR [[deprecated("this file is compiled for several flavours")]]
#else
#define CUDA_EMULATOR_OF_ONE_FLAVOUR
#endif

// Whether one of them is the profiler, the recorder, or the checker, which the program's own code
// calls at each access to memory.
#ifdef CUDA_EMULATOR_PROFILED
constexpr bool profiled = true;
#else
constexpr bool profiled = false;
#endif
#ifdef CUDA_EMULATOR_RECORDED
constexpr bool recorded = true;
#else
constexpr bool recorded = false;
#endif
CUDA_EMULATOR_OF_ONE_FLAVOUR constexpr bool checked = observed && !profiled && !recorded;

// Whether a run is the same every time: one worker runs the blocks in order, the device looks the
// same on every machine, and no timer takes the processor away from a thread.
CUDA_EMULATOR_OF_ONE_FLAVOUR constexpr bool repeatable = observed;

// What the headers call if `observed`: before a thread begins, and at a fence.
void tell_thread_runs();
void tell_fence_passed(bool of_the_device);

// A thread goes on behind a barrier of the block, or begins while others wait.
CUDA_EMULATOR_UNCHECKED inline __attribute__((always_inline)) void
tell_thread_goes_on([[maybe_unused]] unsigned thread) {
#ifdef CUDA_EMULATOR_CHECKED
    if (__builtin_expect(checked_thread.next_follows, true)) {
        checked_thread.epoch = checked_thread.phase + thread * NEXT_THREAD;
        return;
    }
#endif
    tell_thread_runs();
}

// And before its first statement.
CUDA_EMULATOR_UNCHECKED inline __attribute__((always_inline)) void tell_thread_begins() {
#ifdef CUDA_EMULATOR_CHECKED
    if (__builtin_expect(!checked_thread.next_follows, false))
        checked_thread_begins();
#endif
}

// Both, where threads begin in their order, each after the one before it has ended.
CUDA_EMULATOR_UNCHECKED inline __attribute__((always_inline)) void tell_next_thread_begins() {
#ifdef CUDA_EMULATOR_CHECKED
    if (__builtin_expect(checked_thread.next_follows, true)) {
        checked_thread.epoch += NEXT_THREAD;
        return;
    }
    tell_thread_runs();
    tell_thread_begins();
#endif
}

// Where the body of a kernel begins and ends, in the code that the compilers instrument.
inline __attribute__((always_inline)) void tell_body_begins() {
#ifdef CUDA_EMULATOR_PROFILED
    profiled_body_begins();
#elif defined(CUDA_EMULATOR_RECORDED)
    recorded_body_begins();
#endif
}
inline __attribute__((always_inline)) void tell_body_ends() {
#ifdef CUDA_EMULATOR_PROFILED
    profiled_body_ends();
#elif defined(CUDA_EMULATOR_RECORDED)
    recorded_body_ends();
#endif
}

// And if `checked`: for a kernel's parameters, of which the emulator takes as many as one likes,
// and for where dynamic shared memory begins.
void checked_parameters(const char *kernel, std::size_t bytes);
void *checked_dynamic_shared();
// `atomicExch(p, 0);` becomes `unused_old_value(), atomicExch(p, 0);`: a store, and no read. In front
// of an atomic load: nothing need have written there.
void unused_old_value();
// If `observed`, of what code that is not compiled to be observed reads or writes for the program,
// before it does so. place: the return address of the call in the program.
void tell_read(const void *memory, std::size_t bytes, void *place);
void tell_written(const void *memory, std::size_t bytes, void *place);
// An atomic operation that is a loop in the emulator and one instruction on a GPU.
void tell_atomic(const volatile void *memory, std::size_t bytes, void *place);
// And if `profiled`: of a fetch from a texture, whose texels lie where only the GPU knows.
void tell_fetch(void *place);

} // namespace cuda_emulator

#endif
