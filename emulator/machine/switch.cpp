// switch.cpp: see switch.h.
#include "machine/switch.h"

#include <csetjmp>
#include <link.h>
#include <ucontext.h>

#ifdef CUDA_EMULATOR_ASAN
#include <sanitizer/common_interface_defs.h>
#endif

namespace cuda_emulator {

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

void forget_context(fiber *f) {
#ifdef CUDA_EMULATOR_X86_SWITCH
    (void)f;
#else
    delete static_cast<portable_context *>(details_of(f).portable);
#endif
}

void *first_frame(fiber *f) {
    // As after a call: the return address, 0 for the end of every back trace, lies at a multiple
    // of 16 plus 8.
    char *top = details_of(f).stack_high - 64;
    top -= reinterpret_cast<std::size_t>(top) % 16 + 8;
    *reinterpret_cast<void **>(top) = nullptr;
    return top;
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
[[maybe_unused]] static inline void *begin_switch(const fiber *) {
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

#if defined(CUDA_EMULATOR_FAST_SWITCH)

// All of it is in emulator/processor.h and in scheduler.cpp, but for what the former asks: of the
// program, which is the first in the list of what is loaded.
const std::size_t thread_local_bytes = [] {
    std::size_t bytes = 0;
    dl_iterate_phdr(
        [](dl_phdr_info *program, std::size_t, void *result) {
            for (int i = 0; i < program->dlpi_phnum; ++i)
                if (program->dlpi_phdr[i].p_type == PT_TLS)
                    *static_cast<std::size_t *>(result) = program->dlpi_phdr[i].p_memsz;
            return 1; // enough
        },
        &bytes);
    return bytes;
}();

#elif defined(CUDA_EMULATOR_X86_SWITCH)

void start_fiber(fiber *f, void (*entry)()) {
    fiber_entry = entry;
    f->place = {reinterpret_cast<void *>(&first_steps), first_frame(f), nullptr};
    details_of(f).started = true;
}

#ifndef CUDA_EMULATOR_INLINE_SWITCH
__attribute__((noinline)) fiber *switch_context(fiber *from, fiber *to) {
    void *fake = begin_switch(to);
    from = jump(from, to);
    end_switch(fake);
    return from;
}
#endif

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
