// stacks.cpp: the stacks of fibers, and the switch between them where it is not inlined.
#include "scheduler.h"
#include "device.h"

#include <algorithm>
#include <csetjmp>
#include <cstdio>
#include <cstdlib>
#include <pthread.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#ifdef CUDA_EMULATOR_ASAN
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif

namespace cuda_emulator {

// Wide enough that a frame of some tens of kilobytes cannot step over it. Of an odd number of
// pages, and the stack of an even number: neighbouring stacks at a round distance would share few
// sets of the translation buffer.
constexpr std::size_t GUARD_BYTES = 68 * 1024;

#ifndef CUDA_EMULATOR_X86_SWITCH
// The portable switch: makecontext starts a fiber, and from then on _setjmp and _longjmp, which
// spare the system call that swapcontext makes.
struct portable_context {
    jmp_buf place;
    ucontext_t start;
    bool begun;
};

static portable_context &portable(fiber *f) {
    if (details_of(f).portable == nullptr)
        details_of(f).portable = new portable_context();
    return *static_cast<portable_context *>(details_of(f).portable);
}
#endif

std::size_t fiber_stack_bytes() {
    std::size_t unit = 64 * 1024; // a multiple of every page size
    std::size_t bytes = std::max<std::size_t>(256 * 1024, stack_size_limit() + unit);
    return (bytes + unit - 1) / unit * unit;
}

fiber *new_fiber(worker &w, std::size_t number) {
    if (number % fiber_row::LENGTH == 0)
        w.rows.push_back(new fiber_row());
    std::size_t all = GUARD_BYTES + w.stack_bytes;
    void *memory = mmap(nullptr, all, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (memory == MAP_FAILED) {
        std::fprintf(stderr,
                     "CUDA emulator: no memory for the stack of a thread (%zu bytes each; "
                     "cudaLimitStackSize sets it)\n",
                     all);
        std::abort();
    }
    // A system allows a process some 65000 mappings, and each guard takes one. Past that the
    // stacks have no guard, and an overflow is no longer named.
    (void)mprotect(memory, GUARD_BYTES, PROT_NONE);
    fiber *f = &w.rows.back()->fibers[number % fiber_row::LENGTH];
    fiber_details &details = details_of(f);
    details.stack_low = static_cast<char *>(memory) + GUARD_BYTES;
    // Tops at the same place of every page would all want the same sets of the cache.
    details.stack_high = details.stack_low + w.stack_bytes - number % 32 * 192;
    return f;
}

void *first_frame(fiber *f) {
    // As after a call: the return address, 0 for the end of every back trace, lies at a multiple
    // of 16 plus 8.
    char *top = details_of(f).stack_high - 64;
    top -= reinterpret_cast<std::size_t>(top) % 16 + 8;
    *reinterpret_cast<void **>(top) = nullptr;
    return top;
}

// Frames that never returned have left their red zones behind, for whoever uses the stack next, or
// the pages once they are unmapped.
static void forget_frames(fiber *f) {
#ifdef CUDA_EMULATOR_ASAN
    __asan_unpoison_memory_region(
        details_of(f).stack_low,
        static_cast<std::size_t>(details_of(f).stack_high - details_of(f).stack_low));
#else
    (void)f;
#endif
}

void delete_fibers(worker &w) {
    for (fiber *f : w.fibers) {
        forget_frames(f);
        munmap(details_of(f).stack_low - GUARD_BYTES, GUARD_BYTES + w.stack_bytes);
#ifndef CUDA_EMULATOR_X86_SWITCH
        delete static_cast<portable_context *>(details_of(f).portable);
#endif
    }
    for (fiber_row *row : w.rows)
        delete row;
    w.fibers.clear();
    w.first_frames.clear();
    w.rows.clear();
}

bool in_guard(fiber *f, const void *address) {
    const char *a = static_cast<const char *>(address);
    return a >= details_of(f).stack_low - GUARD_BYTES && a < details_of(f).stack_low;
}

void adopt_stack(worker &w) {
    fiber *home = w.home;
    pthread_attr_t attributes;
    void *low = nullptr;
    std::size_t bytes = 0;
    if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
        pthread_attr_getstack(&attributes, &low, &bytes);
        pthread_attr_destroy(&attributes);
    }
    details_of(home).stack_low = static_cast<char *>(low);
    details_of(home).stack_high = details_of(home).stack_low + bytes;
    details_of(home).started = true;
}

#ifndef CUDA_EMULATOR_FAST_SWITCH

#if defined(CUDA_EMULATOR_ASAN)
static void *begin_switch(fiber *to) {
    void *fake = nullptr;
    __sanitizer_start_switch_fiber(
        &fake, details_of(to).stack_low,
        static_cast<std::size_t>(details_of(to).stack_high - details_of(to).stack_low));
    return fake;
}
static void end_switch(void *fake) {
    __sanitizer_finish_switch_fiber(fake, nullptr, nullptr);
}
#else
static inline void *begin_switch(const fiber *) {
    return nullptr;
}
static inline void end_switch(void *) {}
#endif

static void (*fiber_entry)(); // the same for all

static void first_steps() {
    end_switch(nullptr);
    fiber_entry();
}
#endif

void forget_fiber(fiber *f) {
    details_of(f).started = false;
    details_of(f).interrupted_at = nullptr;
    details_of(f).waits_for = wait::barrier;
    forget_frames(f);
}

#if defined(CUDA_EMULATOR_FAST_SWITCH)

// All of it is in the headers and in scheduler.cpp.

#elif defined(CUDA_EMULATOR_X86_SWITCH)

void start_fiber(fiber *f, void (*entry)()) {
    fiber_entry = entry;
    f->place = {reinterpret_cast<void *>(&first_steps), first_frame(f), nullptr};
    details_of(f).started = true;
}

__attribute__((noinline)) fiber *switch_context(fiber *from, fiber *to) {
    void *fake = begin_switch(to);
    from = jump(from, to);
    end_switch(fake);
    return from;
}

#else

void start_fiber(fiber *f, void (*entry)()) {
    fiber_entry = entry;
    portable_context &p = portable(f);
    getcontext(&p.start);
    p.start.uc_stack.ss_sp = details_of(f).stack_low;
    p.start.uc_stack.ss_size =
        static_cast<std::size_t>(details_of(f).stack_high - details_of(f).stack_low);
    p.start.uc_link = nullptr;
    makecontext(&p.start, first_steps, 0);
    p.begun = false;
    details_of(f).started = true;
}

__attribute__((noinline)) fiber *switch_context(fiber *from, fiber *to) {
    void *fake = begin_switch(to);
    portable_context &leaving = portable(from), &entering = portable(to);
    leaving.begun = true;
    if (_setjmp(leaving.place) == 0) {
        if (entering.begun)
            _longjmp(entering.place, 1);
        entering.begun = true;
        setcontext(&entering.start);
    }
    end_switch(fake);
    return from;
}

#endif

} // namespace cuda_emulator
