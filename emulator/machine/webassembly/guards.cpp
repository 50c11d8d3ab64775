// guards.cpp: see guards.h. WebAssembly has no pages that can be protected.
#include "machine/guards.h"

#include <cstdint>
#include <cstdlib>

namespace cuda_emulator {

void *allocate_guarded(std::size_t) {
    return nullptr;
}

std::size_t bytes_in_front(const void *) {
    return 0;
}

void free_guarded(void *, std::size_t) {}

char *allocate_stack(std::size_t bytes) {
    return static_cast<char *>(std::aligned_alloc(16, bytes));
}

void free_stack(char *lowest, std::size_t) {
    std::free(lowest);
}

bool in_guard_of_stack(const char *, const void *) {
    return false;
}

// Memory begins with the host program's stack, which begins at its other end. So its first bytes
// are 0 unless that stack is used up.
bool null_was_written() {
    bool written = false;
    std::uintptr_t at = 0;
    asm("" : "+r"(at)); // the compiler takes for granted that nobody uses address 0
    for (; is_near_null(at); at += sizeof(std::uint64_t)) {
        volatile std::uint64_t &word = *reinterpret_cast<std::uint64_t *>(at);
        if (word != 0) {
            written = true;
            word = 0;
        }
    }
    return written;
}

void find_own_stack(char **lowest, char **end) {
    *lowest = *end = nullptr;
}

} // namespace cuda_emulator
