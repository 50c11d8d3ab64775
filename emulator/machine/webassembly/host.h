// host.h: what the JavaScript around a WebAssembly program does for the emulator. It is in
// site/engine/program.js.
#ifndef CUDA_EMULATOR_MACHINE_WEBASSEMBLY_HOST_H
#define CUDA_EMULATOR_MACHINE_WEBASSEMBLY_HOST_H

#include <cstddef>

#define CUDA_EMULATOR_HOST(NAME)                                                                   \
    extern "C" __attribute__((import_module("cuda_emulator"), import_name(#NAME)))
#define CUDA_EMULATOR_FOR_HOST(NAME) extern "C" __attribute__((export_name(#NAME)))

namespace cuda_emulator {

// A fiber. Its frames are kept by Asyncify: `used` and `end` are where the next frame goes, and the
// end of the room for them.
struct suspended {
    char *used, *end;
    char *stack_pointer;
    int begun;
    char *frames;
};

// Calls cuda_emulator_fibers, which runs the fiber, and those that it switches to, until one of
// them switches to null, which is the OS thread's own stack.
CUDA_EMULATOR_HOST(enter) void host_enter(suspended *fiber);
// Ends host_enter, from within a fiber that never goes on.
CUDA_EMULATOR_HOST(give_up) void host_give_up() __attribute__((noreturn));
// Ends the program as abort() does, and because of that, or of what has been named.
enum class abort_cause { call, assertion, call_from_host };
CUDA_EMULATOR_HOST(abort) void host_abort(abort_cause) __attribute__((noreturn));
// Does what an access beyond the end of memory does.
CUDA_EMULATOR_HOST(fault) void host_fault() __attribute__((noreturn));
// Bytes that the memory of the program may still grow by.
CUDA_EMULATOR_HOST(memory_left) std::size_t host_memory_left();
// Asks to be told, by cuda_emulator_tick, when so much time has passed. 0: not any more.
CUDA_EMULATOR_HOST(set_tick) void host_set_tick(double milliseconds);
// Calls a function with zeros in the place of its arguments.
CUDA_EMULATOR_HOST(call) void host_call(const void *function);
// A loop is still running.
CUDA_EMULATOR_HOST(loop) void host_loop(void *place);
// Puts the lines of a place in the code into the text, as lines_of_code has them. Returns how many
// bytes these are.
CUDA_EMULATOR_HOST(lines) std::size_t host_lines(const void *place, char *text, std::size_t room);
// Puts the program's variables that can be written into the text, "ADDRESS SIZE NAME" in a line
// each, if there is room. Returns how many bytes these are.
CUDA_EMULATOR_HOST(variables) std::size_t host_variables(char *text, std::size_t room);

// For a copy of the process (process_copy.h). Keeps what these parts of memory hold, pairs of an
// address and a size; of none: forgets what it has kept.
CUDA_EMULATOR_HOST(copy_memory) void host_copy_memory(const void *parts, std::size_t count);
// Calls cuda_emulator_copy_begins with that in memory, for so long at the most, and then
// cuda_emulator_copy_ends. These parts of memory are then what they were before. Returns the bytes
// of the answer, which is then taken.
CUDA_EMULATOR_HOST(run_copy)
std::size_t host_run_copy(double seconds, const void *parts, std::size_t count);
CUDA_EMULATOR_HOST(take_answer) void host_take_answer(char *text);
CUDA_EMULATOR_HOST(answer)
void host_answer(const char *text, std::size_t bytes) __attribute__((noreturn));

} // namespace cuda_emulator

#endif
