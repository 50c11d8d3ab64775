// faults.cpp: see faults.h. By the signals and timers of Linux.
#include "machine/faults.h"
#include "emulator/block.h" // CUDA_EMULATOR_ASAN

#include <cassert>
#include <csignal>
#include <ctime>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

namespace cuda_emulator {

static void (*fault_handler)(const fault &);
static void (*tick_handler)(void *place);
static __thread timer_t timer, clock_timer;
static __thread bool has_timer, has_clock_timer;

#if defined(__x86_64__)
static void *code_address(const ucontext_t *context) {
    return reinterpret_cast<void *>(context->uc_mcontext.gregs[REG_RIP]);
}
static void *stack_pointer(const ucontext_t *context) {
    return reinterpret_cast<void *>(context->uc_mcontext.gregs[REG_RSP]);
}
#elif defined(__aarch64__)
static void *code_address(const ucontext_t *context) {
    return reinterpret_cast<void *>(context->uc_mcontext.pc);
}
static void *stack_pointer(const ucontext_t *context) {
    return reinterpret_cast<void *>(context->uc_mcontext.sp);
}
#else
static void *code_address(const ucontext_t *) {
    return nullptr;
}
static void *stack_pointer(const ucontext_t *) {
    return nullptr;
}
#endif

static void on_fault_signal(int signal, siginfo_t *info, void *data) {
    const auto *context = static_cast<ucontext_t *>(data);
    fault_handler({signal == SIGFPE             ? fault_kind::arithmetic
                   : signal == SIGILL           ? fault_kind::illegal_instruction
                   : info->si_code == SI_KERNEL ? fault_kind::impossible_address
                                                : fault_kind::address,
                   code_address(context), info->si_addr, stack_pointer(context)});
    // Run the same instruction again under the default action.
    std::signal(signal, SIG_DFL);
}

static void on_timer_signal(int, siginfo_t *, void *context) {
    tick_handler(code_address(static_cast<ucontext_t *>(context)));
}

static void install_handlers() {
    struct sigaction action = {};
    sigemptyset(&action.sa_mask);
    // SA_NODEFER: the handlers leave for another stack, and the signal must not stay blocked.
    action.sa_flags = SA_SIGINFO | SA_NODEFER | SA_RESTART;
    action.sa_sigaction = on_timer_signal;
    sigaction(SIGVTALRM, &action, nullptr);
    action.sa_flags |= SA_ONSTACK;
    action.sa_sigaction = on_fault_signal;
    sigaction(SIGFPE, &action, nullptr);
    sigaction(SIGILL, &action, nullptr);
#ifndef CUDA_EMULATOR_ASAN // which has better things to say
    sigaction(SIGSEGV, &action, nullptr);
    sigaction(SIGBUS, &action, nullptr);
#endif
}

// A timer of the calling OS thread.
static bool make_timer(clockid_t clock, timer_t &timer_of_thread) {
    struct sigevent event = {};
    event.sigev_notify = SIGEV_THREAD_ID;
    event.sigev_signo = SIGVTALRM;
    event._sigev_un._tid = static_cast<int>(syscall(SYS_gettid));
    return timer_create(clock, &event, &timer_of_thread) == 0;
}

void catch_faults(void (*on_fault)(const fault &), void (*on_tick)(void *place)) {
#ifndef CUDA_EMULATOR_ASAN
    // A stack that has overflowed cannot serve the handler.
    stack_t alternate = {};
    alternate.ss_size = 64 * 1024;
    alternate.ss_sp = mmap(nullptr, alternate.ss_size, PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (alternate.ss_sp != MAP_FAILED)
        sigaltstack(&alternate, nullptr);
#endif
    static const bool installed = [&] {
        fault_handler = on_fault;
        tick_handler = on_tick;
        install_handlers();
        return true;
    }();
    (void)installed;
    has_timer = make_timer(CLOCK_THREAD_CPUTIME_ID, timer);
}

static void set(timer_t which, long nanoseconds) {
    struct itimerspec time = {};
    time.it_value.tv_nsec = time.it_interval.tv_nsec = nanoseconds;
    timer_settime(which, 0, &time, nullptr);
}

void set_tick(long nanoseconds) {
    if (has_timer)
        set(timer, nanoseconds);
}

void set_clock_tick(long nanoseconds) {
    if (!has_clock_timer && nanoseconds != 0)
        has_clock_timer = make_timer(CLOCK_MONOTONIC, clock_timer);
    if (has_clock_timer)
        set(clock_timer, nanoseconds);
}

} // namespace cuda_emulator

extern "C" void __assert_fail(const char *expression, const char *file, unsigned int line,
                              const char *function) __THROW {
    cuda_emulator::assertion_failed(expression, file, line, function);
}
