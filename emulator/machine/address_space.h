// address_space.h: ranges of addresses, far larger than memory, that take memory as they are
// written.
//
// Where there are none, reserve returns null, and there can be no checker.
#ifndef CUDA_EMULATOR_MACHINE_ADDRESS_SPACE_H
#define CUDA_EMULATOR_MACHINE_ADDRESS_SPACE_H

#include <cstddef>
#include <cstdint>

namespace cuda_emulator {

// Zeros, from that address on, or, if it is 0, from wherever there is room. Null if there is none.
void *reserve(std::uintptr_t at, std::size_t bytes);
// Makes whole pages of it zeros again, and gives back what memory they took.
void clear_reserved(void *memory, std::size_t bytes);
// Whether there is anything at the address, so that a use of it is no fault.
bool is_mapped(const void *address);

} // namespace cuda_emulator

#endif
