// program.h: the program that runs, as its file, the linker and the loader know it.
//
// Where nothing is known of it, lines_of_code is empty, and reports name no line for an address in
// the code; all code is the program's.
#ifndef CUDA_EMULATOR_MACHINE_PROGRAM_H
#define CUDA_EMULATOR_MACHINE_PROGRAM_H

#include <string>

namespace cuda_emulator {

// Whether an instruction belongs to the program itself. In a library a lock may be held that the
// next thread would want.
bool is_code_of_program(const void *place);

// The places in the source that an address in the code comes from, a line of "FILE:LINE" each: the
// innermost of the functions that were inlined there first.
std::string lines_of_code(const void *place);

// Bytes of its thread-local variables: thread_local_bytes of emulator/processor.h.

} // namespace cuda_emulator

#endif
