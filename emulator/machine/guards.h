// guards.h: memory with a guard beside it, that is pages of which every use is a fault (see
// faults.h), and the stack that an OS thread came with.
//
// Where pages cannot be protected, allocate_guarded returns null and a stack has no guard: who runs
// over the end of one is not named.
#ifndef CUDA_EMULATOR_MACHINE_GUARDS_H
#define CUDA_EMULATOR_MACHINE_GUARDS_H

#include <cstddef>
#include <cstdint>

namespace cuda_emulator {

// Zeros, with a guard behind the last byte and one in front of the page of the first. Null if there
// is no memory, or are no guards, to be had.
void *allocate_guarded(std::size_t bytes);
// What lies on that page in front of the first byte.
std::size_t bytes_in_front(const void *memory);
void free_guarded(void *memory, std::size_t bytes);

// The lowest byte of a stack, below which lies a guard. Null if there is no memory. `bytes` is a
// multiple of 64 KiB, and takes memory as it is used.
char *allocate_stack(std::size_t bytes);
void free_stack(char *lowest, std::size_t bytes);
bool in_guard_of_stack(const char *lowest, const void *address);

// Where address 0 is memory: whether it, or what lies near it, was written to since the last call.
bool null_was_written();
// Whether an address lies so near 0 that nobody has anything there.
#ifdef __wasm__
inline bool is_near_null(std::uintptr_t address) {
    return address < 4096;
}
#else
inline bool is_near_null(std::uintptr_t) {
    return false;
}
#endif

// The stack of the calling OS thread; both are null where that is not known.
void find_own_stack(char **lowest, char **end);

} // namespace cuda_emulator

#endif
