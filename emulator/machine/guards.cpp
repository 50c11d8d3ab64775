// guards.cpp: see guards.h. By mmap and mprotect.
#include "machine/guards.h"

#include <cstdint>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

namespace cuda_emulator {

// Wide enough that a frame of some tens of kilobytes cannot step over it. Of an odd number of
// pages, and the stack of an even number: neighbouring stacks at a round distance would share few
// sets of the translation buffer.
constexpr std::size_t STACK_GUARD = 68 * 1024;

constexpr std::size_t HUGE_PAGES_FROM = 64 * 1024; // less has no room for one

static std::size_t page_bytes() {
    return static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

static std::size_t whole_pages(std::size_t bytes) {
    return (bytes + page_bytes() - 1) / page_bytes() * page_bytes();
}

void *allocate_guarded(std::size_t bytes) {
    const std::size_t page = page_bytes(), inner = whole_pages(bytes);
    void *pages = mmap(nullptr, inner + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED)
        return nullptr;
    char *usable = static_cast<char *>(pages) + page;
    if (mprotect(usable, inner, PROT_READ | PROT_WRITE) != 0) {
        munmap(pages, inner + 2 * page);
        return nullptr;
    }
    // Threads of a block run one after another, each through all its elements, which lie a grid
    // apart: with small pages nearly every access misses the translation buffer. Where huge pages
    // are not to be had, this changes nothing.
    if (inner >= HUGE_PAGES_FROM)
        (void)madvise(usable, inner, MADV_HUGEPAGE);
    return usable + (inner - bytes);
}

std::size_t bytes_in_front(const void *memory) {
    return reinterpret_cast<std::uintptr_t>(memory) % page_bytes();
}

void free_guarded(void *memory, std::size_t bytes) {
    const std::size_t page = page_bytes(), inner = whole_pages(bytes);
    munmap(static_cast<char *>(memory) - (inner - bytes) - page, inner + 2 * page);
}

char *allocate_stack(std::size_t bytes) {
    void *memory = mmap(nullptr, STACK_GUARD + bytes, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (memory == MAP_FAILED)
        return nullptr;
    // A system allows a process some 65000 mappings, and each guard takes one. Past that the
    // stacks have no guard, and an overflow is no longer named.
    (void)mprotect(memory, STACK_GUARD, PROT_NONE);
    return static_cast<char *>(memory) + STACK_GUARD;
}

void free_stack(char *lowest, std::size_t bytes) {
    munmap(lowest - STACK_GUARD, STACK_GUARD + bytes);
}

bool in_guard_of_stack(const char *lowest, const void *address) {
    const char *a = static_cast<const char *>(address);
    return a >= lowest - STACK_GUARD && a < lowest;
}

bool null_was_written() {
    return false; // that is a fault
}

void find_own_stack(char **lowest, char **end) {
    pthread_attr_t attributes;
    void *low = nullptr;
    std::size_t bytes = 0;
    if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
        pthread_attr_getstack(&attributes, &low, &bytes);
        pthread_attr_destroy(&attributes);
    }
    *lowest = static_cast<char *>(low);
    *end = *lowest + bytes;
}

} // namespace cuda_emulator
