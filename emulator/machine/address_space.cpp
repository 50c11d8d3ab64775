// address_space.cpp: see address_space.h. By mmap, which gives pages as they are touched.
#include "machine/address_space.h"

#include <sys/mman.h>
#include <unistd.h>

namespace cuda_emulator {

void *reserve(std::uintptr_t at, std::size_t bytes) {
    void *wanted = reinterpret_cast<void *>(at);
    void *got = mmap(
        wanted, bytes, PROT_READ | PROT_WRITE,
        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | (at != 0 ? MAP_FIXED_NOREPLACE : 0), -1, 0);
    if (got == MAP_FAILED)
        return nullptr;
    if (at != 0 && got != wanted) { // by a kernel that does not know the last flag
        munmap(got, bytes);
        return nullptr;
    }
    return got;
}

void clear_reserved(void *memory, std::size_t bytes) {
    (void)madvise(memory, bytes, MADV_DONTNEED);
}

bool is_mapped(const void *address) {
    const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
    const std::uintptr_t first = reinterpret_cast<std::uintptr_t>(address) & ~(page - 1);
    unsigned char there = 0;
    return mincore(reinterpret_cast<void *>(first), 1, &there) == 0;
}

} // namespace cuda_emulator
