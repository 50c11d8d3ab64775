// program.h: the program that runs, as its file, the linker and the loader know it.
//
// Where nothing is known of it, lines_of_code is empty, and reports name no line for an address in
// the code; all code is the program's.
#ifndef CUDA_EMULATOR_MACHINE_PROGRAM_H
#define CUDA_EMULATOR_MACHINE_PROGRAM_H

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace cuda_emulator {

// Whether an instruction belongs to the program itself. In a library a lock may be held that the
// next thread would want.
bool is_code_of_program(const void *place);

// The places in the source that an address in the code comes from, a line of "FILE:LINE" each: the
// innermost of the functions that were inlined there first. Without those that copy an object, as
// compilers write them for a struct, if it is known who called them.
std::string lines_of_code(const void *place);
// To find out about many places takes little longer than about one: who will ask about several
// calls this before. Those that are null are left out.
void look_up_code(const std::vector<const void *> &places);

// Whether an address in the code belongs to such a function, which was not inlined.
bool is_in_copy_function(const void *place);
// Whether a function that copies an object was inlined there: it takes some milliseconds.
bool is_in_inlined_copy(const void *place);

// The calls that lead to the function that asks, the innermost first: the addresses they return to.
// That function must not be inlined. Writes `most` at the most, and none where they are not known.
void calls_on_stack(void **calls, std::size_t most);
// The same, quick where mostly the same calls lead there: not in a handler of signals.
#ifdef __x86_64__
void usual_calls_on_stack(void **calls, std::size_t most);
#else
inline __attribute__((always_inline)) void usual_calls_on_stack(void **calls, std::size_t most) {
    calls_on_stack(calls, most);
}
#endif

#ifdef __wasm__
// Calls a function of whatever parameters, with zeros: where a call must have the function's type.
void call_with_zeros(const void *function);
#endif

// In on_tick (see faults.h): the calls that lead to where the thread was interrupted, wherever that
// is, as above; those of the handler may come first. No caller's frame lies beyond stack_end.
#ifdef __aarch64__
void calls_of_interrupted(void **calls, std::size_t most, const char *stack_end);
#else
inline __attribute__((always_inline)) void calls_of_interrupted(void **calls, std::size_t most,
                                                                const char *) {
#ifdef __x86_64__
    calls_on_stack(calls, most);
#else
    (void)calls, (void)most; // they are not known
#endif
}
#endif

// Whether the caller can be found of who was interrupted there. Not in the stubs that lead to functions of libraries:
// some linkers do not say how these are left.
#ifdef __wasm__
inline bool has_known_caller(const void *) {
    return true; // nothing is interrupted
}
#else
bool has_known_caller(const void *place);
#endif

// Where the program lies in memory: its code, and all of it, variables included.
struct address_range {
    std::uintptr_t begin, end;
};
address_range code_of_program();
address_range image_of_program();
// Where the variables lie that the calling OS thread has of its own, `one` among them.
#ifdef __wasm__
inline address_range variables_of_thread(const void *) {
    return {0, 0}; // there is but one thread
}
#else
address_range variables_of_thread(const void *one);
#endif

// Its variables that can be written, by address. None if it is stripped.
struct program_variable {
    std::uintptr_t address;
    std::size_t size;
    std::string name; // as the linker has it
};
std::vector<program_variable> variables_of_program();
// Whether an address is one of the program's variables that can be written, named or not.
bool is_variable_of_program(std::uintptr_t address);
// Whether it lies in something that the loader has loaded: the program, or a library.
bool is_loaded(const void *address);

// What the program ends with, known after its atexit handlers and the destructors of its objects;
// before, and where that is never known, 0.
int exit_code_of_program();

} // namespace cuda_emulator

#endif
