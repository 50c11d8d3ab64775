// faults.h: what the processor or the C library refuses to do, and a look at an OS thread now and
// then.
//
// Where a machine has nothing of the kind, these functions do nothing. A bad address then
// ends the program in that machine's way, if in any, and nobody is interrupted: a kernel with an
// endless loop never ends.
#ifndef CUDA_EMULATOR_MACHINE_FAULTS_H
#define CUDA_EMULATOR_MACHINE_FAULTS_H

#include <cstdio>
#include <cstdlib>

namespace cuda_emulator {

enum class fault_kind {
    address,
    impossible_address, // one that the processor does not even look up
    arithmetic,         // integer division by zero, where the processor does not just go on
    illegal_instruction,
    abort,     // by abort(), of the C library too
    own_stack, // that the OS thread came with is used up, where the machine itself says so
};

struct fault {
    fault_kind kind;
    void *place;         // in the code; null if it is not known
    void *address;       // that was used
    void *stack_pointer; // at that time; null if it is not known
};

// From now on the first OS thread calls on_fault as below, which all call for abort(), and the
// program calls on_end when it is told to end, by Ctrl-C for one: `place` is where in the code it
// is. For what on_end returns from, the machine does as if nobody had asked, unless it returns
// false: then it asks to be called again by end_now(), when it is ready.
void catch_signals(void (*on_fault)(const fault &), bool (*on_end)(void *place));
void end_now(void *place);
// The program has so many seconds for its last words, which may hang: something is broken.
void limit_last_words(unsigned seconds);

// Whether text for the stream goes out. Else it would have to wait, for another program that does
// not read what it is sent, or for a terminal that was stopped.
#ifdef __wasm__
inline bool goes_out(std::FILE *) {
    return true;
}
#else
bool goes_out(std::FILE *stream);
#endif

// From now on the calling OS thread calls on_fault in the place of an instruction that faults, on a
// stack of its own; for what it returns from, the machine does as if nobody had asked. on_tick is
// called between any two instructions, on the stack of these, see set_tick. Both may leave by a
// switch to another stack. They are the same for all OS threads.
void catch_faults(void (*on_fault)(const fault &), void (*on_tick)(void *place));

// In front of an access to an address at which there is nothing: does what the access would, where
// the machine does not say which address it was, or takes it for memory.
#ifdef __wasm__
[[noreturn]] void fault_at(const void *address);
#else
inline void fault_at(const void *) {}
#endif

// Ends the program as abort() does, when it has been said why.
#ifdef __wasm__
[[noreturn]] void end_badly();
#else
[[noreturn]] inline void end_badly() {
    std::abort();
}
#endif

// Has the calling OS thread call on_tick each time that it has used so much processor time, or
// about so: systems may count in steps of some milliseconds. 0: not any more.
void set_tick(long nanoseconds);

// Whether on_tick may let other threads go on before it returns. Without, a kernel in which a
// thread waits for one that has not begun has an endless loop.
#ifdef __wasm__
constexpr bool ticks_give_turns = false;
#else
constexpr bool ticks_give_turns = true;
#endif

// In on_tick: the next tick may come, though on_tick has not returned, and may never.
void go_on_ticking();
// At the end of on_tick: the next one comes when it has returned, and finds the thread where the
// program has it, not here.
void hold_ticks();

// Has it call on_tick by the clock on the wall besides: for OS threads that get the processor for a
// short while only, each, because there are many of them.
void set_clock_tick(long nanoseconds);

// A failed assert() comes here, instead of the C library's. (Of runtime/faults.cpp.)
[[noreturn]] void assertion_failed(const char *expression, const char *file, unsigned line,
                                   const char *function);

} // namespace cuda_emulator

#endif
