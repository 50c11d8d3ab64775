// switch.cpp: see switch.h. WebAssembly cannot leave its stack. So Binaryen's Asyncify has changed
// the functions that lead to host_leave: they can return at once, with what they know put aside,
// and go on later. Local variables whose address is taken lie on a stack in memory, of which each
// fiber has its own.
#include "machine/switch.h"
#include "machine/webassembly/host.h"

#include <cstdio>
#include <cstdlib>

namespace cuda_emulator {

// What Asyncify keeps of the frames of a fiber, and of the host program, whose functions may call
// one another many times.
constexpr std::size_t FRAME_BYTES = 16 * 1024, HOME_BYTES = 256 * 1024;

static void (*fiber_entry)(); // the same for all

static suspended *state_of(fiber *f) {
    return static_cast<suspended *>(details_of(f).portable);
}

// The first function of each fiber.
CUDA_EMULATOR_FOR_HOST(cuda_emulator_fiber) void cuda_emulator_fiber() {
    fiber_entry();
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
        host_leave(state_of(from), state_of(to));
    return from;
}

// Its frames are dropped as they are. The emulator gives up to its OS thread's stack only.
void leave_for_good(fiber *, fiber *) {
    host_give_up();
}

} // namespace cuda_emulator
