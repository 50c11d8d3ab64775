// switch.cpp: see switch.h. WebAssembly cannot leave its stack. So Binaryen's Asyncify has changed
// the functions that lead to leave(): they can return at once, with what they know put aside, and
// go on later. Local variables whose address is taken lie on a stack in memory, of which each fiber
// has its own. JavaScript only enters the first fiber, and catches what ends one: a call of it
// takes as long as all else in a switch.
#include "machine/switch.h"
#include "machine/webassembly/host.h"

#include <cstdio>
#include <cstdlib>

namespace cuda_emulator {

// What Asyncify keeps of the frames of a fiber, and of the host program, whose functions may call
// one another many times.
constexpr std::size_t FRAME_BYTES = 16 * 1024, HOME_BYTES = 256 * 1024;

// What Asyncify adds in the place of these.
#define ASYNCIFY(NAME) extern "C" __attribute__((import_module("asyncify"), import_name(#NAME)))
ASYNCIFY(start_unwind) void start_unwind(suspended *);
ASYNCIFY(stop_unwind) void stop_unwind();
ASYNCIFY(start_rewind) void start_rewind(suspended *);
ASYNCIFY(stop_rewind) void stop_rewind();

static void (*fiber_entry)(); // the same for all
static suspended *next_fiber; // when one has left its frames; null: the OS thread's own stack
static bool goes_on;          // back into its frames, up to leave()

static suspended *state_of(fiber *f) {
    return static_cast<suspended *>(details_of(f).portable);
}

// The first function of each fiber.
CUDA_EMULATOR_FOR_HOST(cuda_emulator_fiber) void cuda_emulator_fiber() {
    fiber_entry();
}

static inline __attribute__((always_inline)) char *read_stack_pointer() {
    char *value;
    asm volatile(".globaltype __stack_pointer, i32\n\tglobal.get __stack_pointer\n\tlocal.set %0"
                 : "=r"(value));
    return value;
}

static inline __attribute__((always_inline)) void write_stack_pointer(char *value) {
    asm volatile(".globaltype __stack_pointer, i32\n\tlocal.get %0\n\tglobal.set __stack_pointer"
                 :
                 : "r"(value));
}

// Runs the fiber, and those that it switches to. It has no local variables in memory, as the stack
// is another one afterwards.
CUDA_EMULATOR_FOR_HOST(cuda_emulator_fibers) void cuda_emulator_fibers(suspended *first) {
    for (next_fiber = first; next_fiber != nullptr; stop_unwind()) {
        write_stack_pointer(next_fiber->stack_pointer);
        goes_on = next_fiber->begun;
        if (goes_on)
            start_rewind(next_fiber);
        next_fiber->begun = true;
        cuda_emulator_fiber(); // returns when the fiber has left
    }
}

// From one fiber to another. Returns when somebody switches back.
static __attribute__((noinline)) void leave(suspended *from, suspended *to) {
    if (goes_on) {
        goes_on = false;
        stop_rewind();
        return;
    }
    from->stack_pointer = read_stack_pointer();
    next_fiber = to;
    start_unwind(from);
}

void start_fiber(fiber *f, void (*entry)()) {
    fiber_entry = entry;
    suspended *state = state_of(f);
    if (state == nullptr) {
        state = new suspended;
        state->frames = static_cast<char *>(std::malloc(FRAME_BYTES));
        if (state->frames == nullptr)
            std::abort();
        details_of(f).portable = state;
    }
    state->used = state->frames;
    state->end = state->frames + FRAME_BYTES;
    state->stack_pointer = static_cast<char *>(first_frame(f));
    state->begun = false;
    details_of(f).started = true;
}

void *first_frame(fiber *f) {
    char *top = details_of(f).stack_high;
    return top - reinterpret_cast<std::size_t>(top) % 16;
}

void forget_context(fiber *f) {
    if (suspended *state = state_of(f))
        std::free(state->frames);
    delete state_of(f);
    details_of(f).portable = nullptr;
}

// For what the host program itself waits for, while no kernel runs. What it has printed is seen by
// then, a question without a newline for one.
CUDA_EMULATOR_FOR_HOST(cuda_emulator_home) suspended *cuda_emulator_home() {
    static char frames[HOME_BYTES];
    static suspended home = {frames, frames + HOME_BYTES, nullptr, true, frames};
    std::fflush(stdout);
    return &home;
}

// Only the OS thread's own stack has no state: it waits in host_enter.
__attribute__((noinline)) fiber *switch_context(fiber *from, fiber *to) {
    if (state_of(from) == nullptr)
        host_enter(state_of(to));
    else
        leave(state_of(from), state_of(to));
    return from;
}

// Its frames are dropped as they are. The emulator gives up to its OS thread's stack only.
void leave_for_good(fiber *, fiber *) {
    host_give_up();
}

} // namespace cuda_emulator
