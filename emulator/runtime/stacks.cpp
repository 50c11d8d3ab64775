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
    if (f->more->portable == nullptr)
        f->more->portable = new portable_context();
    return *static_cast<portable_context *>(f->more->portable);
}
#endif

std::size_t fiber_stack_bytes() {
    std::size_t unit = 64 * 1024; // a multiple of every page size
    std::size_t bytes = std::max<std::size_t>(256 * 1024, stack_size_limit() + unit);
    return (bytes + unit - 1) / unit * unit;
}

// Fibers lie side by side in rows, which is where the caches want them.
constexpr std::size_t ROW = 64;

fiber *new_fiber(worker &w, std::size_t number) {
    if (number % ROW == 0)
        w.fiber_rows.push_back(new fiber[ROW]());
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
    fiber *f = &w.fiber_rows.back()[number % ROW];
    f->more = new fiber_details();
    f->more->stack_low = static_cast<char *>(memory) + GUARD_BYTES;
    // Tops at the same place of every page would all want the same sets of the cache.
    f->more->stack_high = f->more->stack_low + w.stack_bytes - number % 32 * 192;
    return f;
}

void delete_fibers(worker &w) {
    for (fiber *f : w.fibers) {
        munmap(f->more->stack_low - GUARD_BYTES, GUARD_BYTES + w.stack_bytes);
#ifndef CUDA_EMULATOR_X86_SWITCH
        delete static_cast<portable_context *>(f->more->portable);
#endif
        delete f->more;
    }
    for (fiber *row : w.fiber_rows)
        delete[] row;
    w.fibers.clear();
    w.fiber_rows.clear();
}

bool in_guard(const fiber *f, const void *address) {
    const char *a = static_cast<const char *>(address);
    return a >= f->more->stack_low - GUARD_BYTES && a < f->more->stack_low;
}

void adopt_stack(worker &w) {
    fiber *home = &w.home;
    home->more = &w.home_details;
    pthread_attr_t attributes;
    void *low = nullptr;
    std::size_t bytes = 0;
    if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
        pthread_attr_getstack(&attributes, &low, &bytes);
        pthread_attr_destroy(&attributes);
    }
    home->more->stack_low = static_cast<char *>(low);
    home->more->stack_high = home->more->stack_low + bytes;
    home->more->started = true;
}

#if defined(CUDA_EMULATOR_ASAN)
static void *begin_switch(const fiber *to) {
    void *fake = nullptr;
    __sanitizer_start_switch_fiber(
        &fake, to->more->stack_low,
        static_cast<std::size_t>(to->more->stack_high - to->more->stack_low));
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

static void begin_fiber() {
    end_switch(nullptr);
    fiber_entry();
}

void forget_fiber(fiber *f) {
    f->more->started = false;
    f->more->interrupted_at = nullptr;
    f->more->waits_for = wait::barrier;
    f->line = 0;
#ifdef CUDA_EMULATOR_ASAN
    // Frames that never returned have left their red zones behind.
    __asan_unpoison_memory_region(
        f->more->stack_low, static_cast<std::size_t>(f->more->stack_high - f->more->stack_low));
#endif
}

#ifdef CUDA_EMULATOR_X86_SWITCH

void start_fiber(fiber *f, void (*entry)()) {
    fiber_entry = entry;
    // As after a call: the return address, 0 for the end of every back trace, lies at a multiple
    // of 16 plus 8.
    char *top = f->more->stack_high - 64;
    top -= reinterpret_cast<std::size_t>(top) % 16 + 8;
    *reinterpret_cast<void **>(top) = nullptr;
    f->place.instruction = reinterpret_cast<void *>(&begin_fiber);
    f->place.stack = top;
    f->place.frame = nullptr;
    f->more->started = true;
}

#ifndef CUDA_EMULATOR_FAST_SWITCH
__attribute__((noinline)) void switch_context(fiber *from, fiber *to) {
    void *fake = begin_switch(to);
    jump(&from->place, &to->place);
    end_switch(fake);
}
#endif

#else

void start_fiber(fiber *f, void (*entry)()) {
    fiber_entry = entry;
    portable_context &p = portable(f);
    getcontext(&p.start);
    p.start.uc_stack.ss_sp = f->more->stack_low;
    p.start.uc_stack.ss_size = static_cast<std::size_t>(f->more->stack_high - f->more->stack_low);
    p.start.uc_link = nullptr;
    makecontext(&p.start, begin_fiber, 0);
    p.begun = false;
    f->more->started = true;
}

__attribute__((noinline)) void switch_context(fiber *from, fiber *to) {
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
}

#endif

} // namespace cuda_emulator
