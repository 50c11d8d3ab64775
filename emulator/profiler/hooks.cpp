// hooks.cpp: the functions that the compilers call before each access to memory.
//
// Their names and parameters are those of ThreadSanitizer's interface, which the compilers fix.
// None of the code here may itself be compiled with it.
#include "profiler.h"
#include "recorder.h"

#include "emulator/processor.h"

namespace cuda_emulator {
namespace profiler {
namespace {

// What tells two accesses of one place from each other: of a range, its pieces.
constexpr std::uint64_t PIECE = 0xD6E8FEB86659FD93u;

// Apart, so that what is called mostly has few registers to save.
__attribute__((noinline)) void record_otherwise(packed_instruction what, std::uintptr_t address,
                                                std::uint64_t key, void *place) {
    now.list->come(now.lane->at, now.number, key, what, address);
    if (now.lane->at.next >= now.turn_ends)
        now.of->end_turn(place);
}

inline __attribute__((always_inline)) void record(packed_instruction what, std::uintptr_t address,
                                                  std::uint64_t piece, void *place) {
    follower &at = now.lane->at;
    const std::uint64_t key = (read_context() ^ what.bits * 0x9E3779B97F4A7C15u) + piece;
    if (__builtin_expect(at.next + 1 >= now.turn_ends ||
                             !now.list->come_in_step(at, now.number, key, address),
                         0))
        record_otherwise(what, address, key, place);
}

inline __attribute__((always_inline)) void
touch(access kind, std::uintptr_t address, unsigned bytes, void *place, std::uint64_t piece = 0) {
    if (now.lane == nullptr)
        return;
    // What lies on the thread's stack, above where this is. Each thread has one of its own.
    const auto here = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
    const bool is_local = address - here < now.stack_end - here;
    record({reinterpret_cast<std::uintptr_t>(place), kind, bytes,
            is_local ? own_space::local : own_space::unknown},
           is_local ? now.stack_end - address : address, piece, place);
}

// A thread comes by a branch, and what it decides there: a request like those to memory.
inline __attribute__((always_inline)) void pass(branch_kind kind, const char *branch,
                                                std::uintptr_t way, void *place) {
    if (now.lane != nullptr)
        record({reinterpret_cast<std::uintptr_t>(branch), access::load, static_cast<unsigned>(kind),
                own_space::branch},
               way, 0, place);
}

// The thread that is being recorded and runs here; null if there is none. A fiber that begins has a
// stack of its own, and none yet.
inline __attribute__((always_inline)) lane_state *lane_on_this_stack() {
    const auto here = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
    return here - now.stack_begin < now.stack_end - now.stack_begin ? now.lane : nullptr;
}

// Not what the emulator copies, nor the profiler. A GPU moves up to 16 bytes at a time, as many as
// the address is a multiple of.
void touch_range(access kind, std::uintptr_t address, std::size_t bytes, void *place) {
    if (now.lane == nullptr || block.interruptible == 0 || bytes == 0)
        return;
    const std::uintptr_t all = address | bytes | 16;
    const auto unit = static_cast<unsigned>(all & (~all + 1));
    for (std::size_t i = 0; i < bytes; i += unit)
        touch(kind, address + i, unit, place, i * PIECE);
}

} // namespace
} // namespace profiler

void profiled_body_begins() {
    if (profiler::now.of != nullptr)
        profiler::now.of->begin_body();
}

void profiled_body_ends() {
    if (profiler::now.of != nullptr)
        profiler::now.of->end_body();
}

void profiled_look() {
    if (profiler::now.lane != nullptr)
        profiler::now.of->look_in_vain(CUDA_EMULATOR_RETURN_ADDRESS);
}

void tell_atomic(const volatile void *memory, size_t bytes, void *place) {
    profiler::touch(profiler::access::atomic, reinterpret_cast<std::uintptr_t>(memory),
                    static_cast<unsigned>(bytes), place);
}

void tell_read(const void *memory, std::size_t bytes, void *place) {
    profiler::touch_range(profiler::access::load, reinterpret_cast<std::uintptr_t>(memory), bytes,
                          place);
}

void tell_written(const void *memory, std::size_t bytes, void *place) {
    profiler::touch_range(profiler::access::store, reinterpret_cast<std::uintptr_t>(memory), bytes,
                          place);
}

void tell_fetch(void *place) {
    using namespace profiler;
    if (now.lane != nullptr)
        record({reinterpret_cast<std::uintptr_t>(place), access::load, 0, own_space::texture}, 0, 0,
               place);
}

bool tell_if(const char *place, bool taken) {
    profiler::pass(profiler::branch_kind::if_else, place, taken, CUDA_EMULATOR_RETURN_ADDRESS);
    return taken;
}

bool tell_choice(const char *place, bool taken) {
    profiler::pass(profiler::branch_kind::choice, place, taken, CUDA_EMULATOR_RETURN_ADDRESS);
    return taken;
}

bool tell_and(const char *place, bool left) {
    profiler::pass(profiler::branch_kind::logical_and, place, left, CUDA_EMULATOR_RETURN_ADDRESS);
    return left;
}

bool tell_or(const char *place, bool left) {
    profiler::pass(profiler::branch_kind::logical_or, place, !left, CUDA_EMULATOR_RETURN_ADDRESS);
    return left;
}

void tell_loop(const char *place, unsigned long long turns) {
    profiler::pass(profiler::branch_kind::loop, place, turns, CUDA_EMULATOR_RETURN_ADDRESS);
}

void tell_switch(const char *place, unsigned arm) {
    profiler::pass(profiler::branch_kind::switch_case, place, arm, CUDA_EMULATOR_RETURN_ADDRESS);
}

unsigned tell_operations(unsigned time, const char *place, unsigned long long of_half,
                         unsigned long long of_float, unsigned long long of_double) noexcept {
    if (profiler::now.lane != nullptr)
        profiler::now.of->operations({place, {of_half, of_float, of_double}});
    return time;
}

#ifdef __wasm__
asm(".globl cuda_emulator_profiled_context\n" CUDA_EMULATOR_CONTEXT
    "\ncuda_emulator_profiled_context:\n");
#elif !defined(__x86_64__) || !defined(__linux__)
unsigned long long read_context() {
    return profiled_context;
}
void write_context(unsigned long long value) {
    profiled_context = value;
}
#endif

} // namespace cuda_emulator

using namespace cuda_emulator;
using namespace cuda_emulator::profiler;

extern "C" {

// Before the constructors of each file: the first that a program does.
void __tsan_init() {
    begin();
}

void __tsan_func_entry(void *caller) {
    lane_state *const lane = lane_on_this_stack();
    if (lane == nullptr)
        return;
    if (lane->depth < lane_state::MOST_CALLS) {
        const unsigned long long outer = read_context();
        lane->calls[lane->depth] = outer;
        write_context(context_within(outer, reinterpret_cast<std::uintptr_t>(caller)));
    }
    ++lane->depth;
}
void __tsan_func_exit() {
    lane_state *const lane = lane_on_this_stack();
    if (lane == nullptr || lane->depth == 0) // the function began before the kernel's own code
        return;
    if (--lane->depth < lane_state::MOST_CALLS)
        write_context(lane->calls[lane->depth]);
}

} // extern "C"

#include "emulator/told_calls.h"
