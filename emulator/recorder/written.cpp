// written.cpp: a byte for each byte of device memory.
#include "written.h"

#include "machine/address_space.h"
#include "machine/threads.h"

#include <algorithm>
#include <atomic>
#include <map>
#include <vector>

// Not the program's, which is recorded.
extern "C" void *__real_memset(void *, int, std::size_t);

namespace cuda_emulator {
namespace recorder {

namespace {

constexpr std::uintptr_t PAGE = 4096;

std::size_t whole_pages(std::size_t size) {
    return (size + PAGE - 1) / PAGE * PAGE;
}

struct marks {
    std::uintptr_t begin = 1, end = 0;
    unsigned char *of = nullptr;
};

struct all_marks {
    os_mutex mutex;
    std::map<std::uintptr_t, marks> by_address;
    std::map<std::size_t, std::vector<unsigned char *>> free; // zeros, by their size
};
all_marks &marks_of_all() {
    static all_marks &a = *new all_marks; // never destroyed: kernels may run in destructors
    return a;
}
std::atomic<unsigned> changes{0};

// Whose memory it is, if anybody's; what a thread has asked lately it need not ask again.
marks find(std::uintptr_t address) {
    struct answer {
        unsigned change;
        std::uintptr_t page;
        marks found;
    };
    static thread_local answer answers[256];
    answer &a = answers[address / PAGE % 256];
    if (a.page == address / PAGE && a.change == changes && address >= a.found.begin &&
        address < a.found.end)
        return a.found;
    const os_lock lock(marks_of_all().mutex);
    const auto &all = marks_of_all().by_address;
    const auto next = all.upper_bound(address);
    // What lies between two of them, as shared memory does, is asked for as often.
    marks gap = {0, next == all.end() ? ~std::uintptr_t(0) : next->first, nullptr};
    if (next != all.begin())
        gap.begin = std::prev(next)->second.end;
    a = {changes, address / PAGE, address < gap.begin ? std::prev(next)->second : gap};
    return a.found;
}

} // namespace

void begin_marks(std::uintptr_t memory, std::size_t size) {
    const os_lock lock(marks_of_all().mutex);
    auto &free = marks_of_all().free[whole_pages(size)];
    if (free.empty())
        free.push_back(static_cast<unsigned char *>(reserve(0, whole_pages(size))));
    unsigned char *const of = free.back();
    free.pop_back();
    if (of == nullptr)
        return; // then all of it counts as written
    marks_of_all().by_address[memory] = {memory, memory + size, of};
    ++changes;
}

void end_marks(std::uintptr_t memory) {
    const os_lock lock(marks_of_all().mutex);
    const auto found = marks_of_all().by_address.find(memory);
    if (found == marks_of_all().by_address.end())
        return;
    const std::size_t size = found->second.end - found->second.begin;
    clear_reserved(found->second.of, whole_pages(size));
    marks_of_all().free[whole_pages(size)].push_back(found->second.of);
    marks_of_all().by_address.erase(found);
    ++changes;
}

void mark_written(std::uintptr_t address, std::size_t bytes) {
    const marks m = find(address);
    if (m.of != nullptr)
        __real_memset(m.of + (address - m.begin), 1, std::min<std::size_t>(bytes, m.end - address));
}

bool is_written(std::uintptr_t address) {
    const marks m = find(address);
    return m.of == nullptr || m.of[address - m.begin] != 0;
}

} // namespace recorder
} // namespace cuda_emulator
