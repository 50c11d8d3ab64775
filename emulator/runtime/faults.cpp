// faults.cpp: what goes wrong inside a kernel: bad addresses, stack overflow, division by zero,
// assertions, and threads that never end.
//
// The signal handlers below only take note and go back to the worker's own stack; report.cpp
// speaks. Outside kernels they step aside, so that a fault of the host program stays its own.
#include "scheduler.h"

#include <cassert>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

extern "C" char __ehdr_start, etext; // the program's own code, or the library's, from the linker

namespace cuda_emulator {

// The watchdog looks at a worker each time it has used this much processor time. Once it has had to
// interrupt a thread, the threads of that block take shorter turns: a thousand of them may each
// need one before the one comes that the others wait for.
constexpr long TICK_NANOSECONDS = 20 * 1000 * 1000;
constexpr long TURN_NANOSECONDS = 1000 * 1000;

static __thread timer_t watch_timer;
static __thread bool has_watch_timer;

// Processor seconds without progress after which a kernel is given up; 0 means never.
static double watchdog_seconds() {
    static const double seconds = [] {
        const char *text = std::getenv("CUDA_EMULATOR_WATCHDOG");
        if (text == nullptr)
            return 10.0;
        char *end = nullptr;
        double value = std::strtod(text, &end);
        if (end == text || *end != '\0' || !(value >= 0) || value > 1e6) {
            std::fprintf(stderr,
                         "CUDA emulator: CUDA_EMULATOR_WATCHDOG is '%s'; accepted: seconds from 0 "
                         "(never) to 1000000\n",
                         text);
            std::exit(2);
        }
        return value;
    }();
    return seconds;
}

static void *code_address(const ucontext_t *context) {
#if defined(__x86_64__)
    return reinterpret_cast<void *>(context->uc_mcontext.gregs[REG_RIP]);
#elif defined(__aarch64__)
    return reinterpret_cast<void *>(context->uc_mcontext.pc);
#else
    (void)context;
    return nullptr;
#endif
}

// Whether a kernel's own code runs on this OS thread, as against the emulator's or the host's.
static bool in_kernel_code() {
    return this_worker != nullptr && this_worker->in_block && block.interruptible;
}

// Whether the stack of the thread is used up: seen by the address, or, when a function with large
// local arrays has just begun, by the stack pointer.
static bool has_overflown(const siginfo_t *info, const ucontext_t *context) {
    if (this_worker == nullptr || !this_worker->in_block)
        return false;
    auto low = reinterpret_cast<std::size_t>(details_of(block.current).stack_low);
    std::size_t pointer = low;
#if defined(__x86_64__)
    pointer = static_cast<std::size_t>(context->uc_mcontext.gregs[REG_RSP]);
#elif defined(__aarch64__)
    pointer = context->uc_mcontext.sp;
#else
    (void)context;
#endif
    return pointer < low || in_guard(block.current, info->si_addr);
}

static void on_fault(int signal, siginfo_t *info, void *data) {
    auto *context = static_cast<ucontext_t *>(data);
    // A kernel's body may be inlined into the emulator's code, which then makes room for its local
    // variables before the kernel's own code begins.
    bool overflown = (signal == SIGSEGV || signal == SIGBUS) && has_overflown(info, context);
    if (!in_kernel_code() && !overflown) {
        // Not ours: run the same instruction again under the default action.
        std::signal(signal, SIG_DFL);
        return;
    }
    worker &w = *this_worker;
    block.interruptible = 0;
    w.fault_place = code_address(context);
    w.fault_address = info->si_addr;
    failure why = failure::illegal_address;
    if (signal == SIGFPE)
        why = failure::arithmetic;
    else if (signal == SIGILL)
        why = failure::illegal_instruction;
    else if (overflown)
        why = failure::stack_overflow;
    else if (info->si_code == SI_KERNEL)
        why = failure::impossible_address;
    give_up(why);
}

// Whether the interrupted instruction belongs to the program itself. In a library a lock may be
// held that the next thread would want.
static bool in_program_code(void *place) {
    return place >= &__ehdr_start && place < &etext;
}

// Processor time of this OS thread. (How often the timer's signal comes the kernel decides, which
// may count in steps of 4 ms.)
static double processor_seconds() {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

static void set_timer(long nanoseconds) {
    struct itimerspec time = {};
    time.it_value.tv_nsec = time.it_interval.tv_nsec = nanoseconds;
    if (has_watch_timer)
        timer_settime(watch_timer, 0, &time, nullptr);
}

// Threads of the block that have begun, and, where they take steps, those that took the latest one:
// progress of a block in which nobody waits.
static unsigned long threads_come_by() {
    unsigned long begun = block.threads - unstarted_threads();
    if (block.frames != nullptr && !block.in_ring_mode && block.step_from != STEPS_BEGIN)
        begun += linear_index(threadIdx);
    return begun;
}

static void switch_turns(void *place, unsigned long stamp);

static void on_tick(int, siginfo_t *, void *context) {
    if (!in_kernel_code())
        return;
    if (!block.in_ring_mode && threadIdx.x >= blockDim.x)
        return; // at the end of a row, between two threads
    int saved_errno = errno;
    worker &w = *this_worker;
    fiber *me = block.current;
    unsigned long long which = blockIdx.x + (static_cast<unsigned long long>(blockIdx.y) << 31) +
                               (static_cast<unsigned long long>(blockIdx.z) << 47);
    // Threads that begin only because another was interrupted are no progress.
    unsigned long stamp = block.phase + w.finished + w.operations;
    if (!w.short_turns)
        stamp += threads_come_by();
    if (stamp != w.tick_stamp || which != w.tick_block) {
        if (which != w.tick_block && w.short_turns) {
            w.short_turns = false;
            set_timer(TICK_NANOSECONDS);
        }
        w.tick_stamp = stamp;
        w.tick_block = which;
        w.moved_at = processor_seconds();
        block.no_turns = false;
        if (!w.short_turns) {
            errno = saved_errno;
            return;
        }
    }
    void *place = code_address(static_cast<ucontext_t *>(context));
    double limit = watchdog_seconds();
    double stuck_seconds = processor_seconds() - w.moved_at;
    // Threads that take turns all finish late. One after the other they show that they do not spin.
    block.no_turns = limit > 0 && stuck_seconds >= limit / 4;
    if (limit > 0 && stuck_seconds >= limit && in_program_code(place)) {
        block.interruptible = 0;
        details_of(me).interrupted_at = place;
        give_up(failure::spinning);
    }
    if constexpr (!repeatable)
        switch_turns(place, stamp);
    errno = saved_errno;
}

// This thread may be waiting for something that another thread of its block will do. A GPU runs
// them all side by side, so let the others have a turn.
static void switch_turns(void *place, unsigned long stamp) {
    worker &w = *this_worker;
    fiber *me = block.current;
    bool alone = block.in_ring_mode ? block.unstarted == 0 && me->next == me
                                    : unstarted_threads() == 0 && block.frames == nullptr;
    if (alone || !in_program_code(place))
        return;
    block.interruptible = 0;
    if (!w.short_turns) {
        w.short_turns = true;
        w.tick_stamp = stamp - threads_come_by();
        set_timer(TURN_NANOSECONDS);
    }
    if (!block.in_ring_mode)
        enter_ring_mode(me);
    details_of(me).interrupted_at = place;
    hand_over(me);
    ++this_worker->interruptions;
    details_of(me).interrupted_at = nullptr;
    block.interruptible = 1;
}

bool give_turn(void *place) {
    if (in_kernel_code() && (block.in_ring_mode || threadIdx.x < blockDim.x)) {
        unsigned long stamp = block.phase + this_worker->finished + this_worker->operations;
        if (!this_worker->short_turns)
            stamp += threads_come_by();
        switch_turns(place, stamp);
    }
    return this_worker->short_turns;
}

void prepare_faults() {
#ifndef CUDA_EMULATOR_ASAN
    // A stack that has overflowed cannot serve the handler.
    stack_t alternate = {};
    alternate.ss_size = 64 * 1024;
    alternate.ss_sp = mmap(nullptr, alternate.ss_size, PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (alternate.ss_sp != MAP_FAILED)
        sigaltstack(&alternate, nullptr);
#endif
    static const bool installed = [] {
        watchdog_seconds(); // a bad setting is named before anything runs
        struct sigaction action = {};
        sigemptyset(&action.sa_mask);
        // SA_NODEFER: the handlers leave for another stack, and the signal must not stay blocked.
        action.sa_flags = SA_SIGINFO | SA_NODEFER | SA_RESTART;
        action.sa_sigaction = on_tick;
        sigaction(SIGVTALRM, &action, nullptr);
        action.sa_flags |= SA_ONSTACK;
        action.sa_sigaction = on_fault;
        sigaction(SIGFPE, &action, nullptr);
        sigaction(SIGILL, &action, nullptr);
#ifndef CUDA_EMULATOR_ASAN // which has better things to say
        sigaction(SIGSEGV, &action, nullptr);
        sigaction(SIGBUS, &action, nullptr);
#endif
        return true;
    }();
    (void)installed;
    struct sigevent event = {};
    event.sigev_notify = SIGEV_THREAD_ID;
    event.sigev_signo = SIGVTALRM;
    event._sigev_un._tid = static_cast<int>(syscall(SYS_gettid));
    has_watch_timer = timer_create(CLOCK_THREAD_CPUTIME_ID, &event, &watch_timer) == 0;
}

void start_watch() {
    this_worker->moved_at = processor_seconds();
    this_worker->short_turns = false;
    this_worker->tick_stamp = ~0ul;
    set_timer(TICK_NANOSECONDS);
}

void stop_watch() {
    set_timer(0);
}

} // namespace cuda_emulator

// The C library's assert() ends here. In a kernel it speaks as a GPU does and ends the kernel with
// cudaErrorAssert; in host code it ends the program, as always.
extern "C" void __assert_fail(const char *expression, const char *file, unsigned int line,
                              const char *function) __THROW {
    using namespace cuda_emulator;
    if (this_worker == nullptr || !this_worker->in_block) {
        std::fprintf(stderr, "%s:%u: %s: Assertion `%s' failed.\n", file, line, function,
                     expression);
        std::abort();
    }
    block.interruptible = 0;
    // The kernel's body is a closure here; its operator() is not what the reader wrote.
    const char *name = std::strstr(function, "operator()") != nullptr || *function == '\0'
                           ? this_worker->running->kernel->name
                           : function;
    std::fprintf(stderr,
                 "%s:%u: %s: block: [%u,%u,%u], thread: [%u,%u,%u] Assertion `%s` failed.\n", file,
                 line, name, blockIdx.x, blockIdx.y, blockIdx.z, threadIdx.x, threadIdx.y,
                 threadIdx.z, expression);
    give_up(failure::assertion);
}
