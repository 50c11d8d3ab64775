// pipeline.cpp: asynchronous copies, which stay with the thread until it waits for them.
#include "emulator/arrivals.h"
#include "scheduler.h"

#include <cstdint>
#include <cstdio>

namespace cuda_emulator {

// `call` is for kernels only.
static void need_kernel(const char *call, const char *file, int line) {
    if (this_worker == nullptr || !this_worker->in_block)
        fail(file, line, cudaErrorLaunchFailure, call);
}

// This thread's; whoever asks must make block.interruptible 1 again in the end.
static thread_copies &copies_of_this_thread() {
    stop_watchdog();
    compiler_fence();
    worker &w = *this_worker;
    if (!w.copies_known) {
        w.copies_known = true;
        if (w.copies.size() < block.threads)
            w.copies.resize(block.threads);
        for (thread_copies &copies : w.copies) {
            copies.waiting.clear();
            copies.batch_ends.clear();
            copies.taken = 0;
        }
    }
    return w.copies[linear_index(threadIdx)];
}

static void go_on() {
    compiler_fence();
    block.interruptible = 1;
}

void check_copy(const void *to, const void *from, std::size_t size, std::size_t zeros,
                const char *file, int line) {
    const auto address = [](const void *p) { return reinterpret_cast<std::uintptr_t>(p); };
    char text[sizeof worker::complaint];
    const char *name = "calls __pipeline_memcpy_async()";
    need_kernel(name, file, line);
    if ((size != 4 && size != 8 && size != 16) || zeros > size) {
        stop_watchdog();
        std::snprintf(text, sizeof text,
                      "%s for %zu bytes, of which %zu are zeros; it takes 4, 8 or 16, and no more "
                      "zeros than those",
                      name, size, zeros);
        fail(file, line, cudaErrorAssert, text);
    }
    if (address(to) % size != 0 || address(from) % size != 0) {
        stop_watchdog();
        std::snprintf(text, sizeof text,
                      "%s for %zu bytes from %p to %p; both must be multiples of %zu", name, size,
                      from, to, size);
        fail(file, line, cudaErrorMisalignedAddress, text);
    }
}

void begin_copy(const late_copy &copy) {
    copies_of_this_thread().waiting.push_back(copy);
    go_on();
}

void commit_copies(const char *file, int line) {
    need_kernel("calls __pipeline_commit()", file, line);
    thread_copies &mine = copies_of_this_thread();
    mine.batch_ends.push_back(mine.taken + mine.waiting.size());
    go_on();
}

bool copies_begun() {
    return in_kernel() && this_worker->copies_known;
}

bool next_copy(std::size_t prior, late_copy &copy, const char *file, int line) {
    need_kernel("calls __pipeline_wait_prior()", file, line);
    thread_copies &mine = copies_of_this_thread();
    const std::size_t batches = mine.batch_ends.size();
    const bool due = batches > prior && mine.taken < mine.batch_ends[batches - prior - 1];
    if (due) {
        copy = mine.waiting.front();
        mine.waiting.pop_front();
        ++mine.taken;
    }
    // Those in front have nothing left; how many there are behind them is all that counts.
    while (!mine.batch_ends.empty() && mine.batch_ends.front() <= mine.taken)
        mine.batch_ends.pop_front();
    go_on();
    return due;
}

} // namespace cuda_emulator
