// guards.cpp: see guards.h. WebAssembly has no pages that can be protected.
#include "machine/guards.h"

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

void find_own_stack(char **lowest, char **end) {
    *lowest = *end = nullptr;
}

} // namespace cuda_emulator
