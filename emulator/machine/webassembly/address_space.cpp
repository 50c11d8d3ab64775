// address_space.cpp: see address_space.h. Memory of WebAssembly has 4 GiB of addresses, and a
// machine gives it real memory as it is written. There are zeros between the stack and the
// program's variables, if the linker was told to leave a gap.
#include "machine/address_space.h"

#include <cstdlib>
#include <cstring>

extern "C" char __stack_high, __global_base;

namespace cuda_emulator {

static const auto gap_begins = reinterpret_cast<std::uintptr_t>(&__stack_high),
                  gap_ends = reinterpret_cast<std::uintptr_t>(&__global_base);

void *reserve(std::uintptr_t at, std::size_t bytes) {
    if (at == 0)
        return std::calloc(bytes, 1);
    return at >= gap_begins && at <= gap_ends && bytes <= gap_ends - at
               ? reinterpret_cast<void *>(at)
               : nullptr;
}

void clear_reserved(void *memory, std::size_t bytes) {
    std::memset(memory, 0, bytes);
}

bool is_mapped(const void *address) {
    const auto at = reinterpret_cast<std::uintptr_t>(address);
    return at < gap_begins || (at >= gap_ends && at < __builtin_wasm_memory_size(0) * 65536);
}

} // namespace cuda_emulator
