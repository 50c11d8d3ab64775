// written.cpp: a byte for each byte of device memory.
#include "written.h"

#include "machine/address_space.h"
#include "machine/threads.h"

#include <algorithm>
#include <atomic>
#include <map>

// Not the program's, which is recorded.
extern "C" void *__real_memset(void *, int, std::size_t);

namespace cuda_emulator {
namespace recorder {

namespace {

constexpr std::uintptr_t PAGE = 4096;

struct marks {
    std::uintptr_t begin = 1, end = 0;
    unsigned char *of = nullptr;
};

struct all_marks {
    os_mutex mutex;
    std::map<std::uintptr_t, marks> by_address;
};
all_marks &marks_of_all() {
    static all_marks &a = *new all_marks; // never destroyed: kernels may run in destructors
    return a;
}
std::atomic<unsigned> changes{0};

// Whose memory it is; what a thread has asked lately it need not ask again.
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
    auto next = marks_of_all().by_address.upper_bound(address);
    if (next == marks_of_all().by_address.begin() || address >= std::prev(next)->second.end)
        return {};
    a = {changes, address / PAGE, std::prev(next)->second};
    return a.found;
}

} // namespace

void begin_marks(std::uintptr_t memory, std::size_t size) {
    auto *of = static_cast<unsigned char *>(reserve(0, size));
    if (of == nullptr)
        return; // then all of it counts as written
    const os_lock lock(marks_of_all().mutex);
    marks_of_all().by_address[memory] = {memory, memory + size, of};
    ++changes;
}

void end_marks(std::uintptr_t memory) {
    const os_lock lock(marks_of_all().mutex);
    const auto found = marks_of_all().by_address.find(memory);
    if (found == marks_of_all().by_address.end())
        return;
    const std::size_t size = found->second.end - found->second.begin;
    clear_reserved(found->second.of, (size + PAGE - 1) / PAGE * PAGE);
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
