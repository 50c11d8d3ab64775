// address_space.cpp: see address_space.h. Memory of WebAssembly has 4 GiB of addresses, and a
// machine gives it real memory as it is written.
#include "machine/address_space.h"

#include <cstdlib>
#include <cstring>

namespace cuda_emulator {

void *reserve(std::uintptr_t at, std::size_t bytes) {
    return at != 0 ? nullptr : std::calloc(bytes, 1);
}

void clear_reserved(void *memory, std::size_t bytes) {
    std::memset(memory, 0, bytes);
}

bool is_mapped(const void *address) {
    return reinterpret_cast<std::uintptr_t>(address) < __builtin_wasm_memory_size(0) * 65536;
}

} // namespace cuda_emulator
