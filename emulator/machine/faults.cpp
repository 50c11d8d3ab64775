// faults.cpp: see faults.h. By the signals and timers of Linux.
#include "machine/faults.h"
#include "emulator/processor.h" // CUDA_EMULATOR_ASAN

#include <cassert>
#include <csignal>
#include <ctime>
#include <initializer_list>
#include <poll.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

namespace cuda_emulator {

static void (*fault_handler)(const fault &);
static bool (*end_handler)(void *place);
static volatile std::sig_atomic_t last_signal; // that ends the program
static void (*tick_handler)(void *place);
static __thread timer_t timer, clock_timer;
static __thread bool has_timer, has_clock_timer;
static __thread long tick; // what the first one is set to

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

// Where the instruction stands that faulted. Who calls a function that is not there has gone to its
// address already: then the call.
static void *place_of_fault(int signal, const ucontext_t *context, const void *address) {
    void *place = code_address(context);
    if (signal != SIGSEGV && signal != SIGBUS)
        return place; // the address of these is that of the instruction
#if defined(__x86_64__)
    if (place == address)
        return *static_cast<char **>(stack_pointer(context)) - 1;
#elif defined(__aarch64__)
    if (place == address)
        return reinterpret_cast<char *>(context->uc_mcontext.regs[30]) - 1; // to which it returns
#endif
    return place;
}

static void on_fault_signal(int signal, siginfo_t *info, void *data) {
    const auto *context = static_cast<ucontext_t *>(data);
    last_signal = signal;
    fault_handler({signal == SIGFPE             ? fault_kind::arithmetic
                   : signal == SIGILL           ? fault_kind::illegal_instruction
                   : signal == SIGABRT          ? fault_kind::abort
                   : info->si_code == SI_KERNEL ? fault_kind::impossible_address
                                                : fault_kind::address,
                   place_of_fault(signal, context, info->si_addr), info->si_addr,
                   stack_pointer(context)});
    // Run the same instruction again under the default action.
    std::signal(signal, SIG_DFL);
}

[[noreturn]] static void end_by_last_signal(int) {
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_UNBLOCK, &all, nullptr);
    std::signal(last_signal, SIG_DFL);
    raise(last_signal);
    _exit(128 + last_signal);
}

void limit_last_words(unsigned seconds) {
    std::signal(SIGALRM, end_by_last_signal);
    alarm(seconds);
}

bool goes_out(std::FILE *stream) {
    struct pollfd output = {fileno(stream), POLLOUT, 0};
    return poll(&output, 1, 0) != 0;
}

void end_now(void *place) {
    if (end_handler(place))
        end_by_last_signal(last_signal);
}

static void on_end_signal(int signal, siginfo_t *, void *context) {
    last_signal = signal;
    end_now(code_address(static_cast<ucontext_t *>(context)));
}

static void mask_ticks(int how) {
    sigset_t ticks;
    sigemptyset(&ticks);
    sigaddset(&ticks, SIGVTALRM);
    pthread_sigmask(how, &ticks, nullptr);
}

void go_on_ticking() {
    mask_ticks(SIG_UNBLOCK);
}

// What returns from a signal brings its mask back.
void hold_ticks() {
    mask_ticks(SIG_BLOCK);
}

#if defined(__x86_64__) // QEMU's processors (7.2) call it with a stack that is not aligned
static void on_timer_signal(int, siginfo_t *, void *) __attribute__((force_align_arg_pointer));
#endif
static void on_timer_signal(int, siginfo_t *, void *context) {
    tick_handler(code_address(static_cast<ucontext_t *>(context)));
}

// SA_NODEFER: the handlers leave for another stack, and the signal must not stay blocked.
static struct sigaction new_action(int flags) {
    struct sigaction action = {};
    sigemptyset(&action.sa_mask);
    action.sa_flags = SA_SIGINFO | SA_NODEFER | SA_RESTART | flags;
    return action;
}

static void install_fault_handlers() {
    struct sigaction action = new_action(SA_ONSTACK);
    action.sa_sigaction = on_fault_signal;
    sigaction(SIGFPE, &action, nullptr);
    sigaction(SIGILL, &action, nullptr);
#ifndef CUDA_EMULATOR_ASAN // which has better things to say
    sigaction(SIGSEGV, &action, nullptr);
    sigaction(SIGBUS, &action, nullptr);
    sigaction(SIGABRT, &action, nullptr);
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

// A copy of the process has none of its timers.
static void make_timers_of_copy() {
    has_timer = has_timer && make_timer(CLOCK_THREAD_CPUTIME_ID, timer);
    has_clock_timer = false;
    tick = 0;
}

// A stack that has overflowed cannot serve the handler.
static void use_another_stack() {
#ifndef CUDA_EMULATOR_ASAN
    static __thread bool done;
    if (done)
        return;
    done = true;
    stack_t alternate = {};
    alternate.ss_size = 256 * 1024;
    alternate.ss_sp = mmap(nullptr, alternate.ss_size, PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (alternate.ss_sp != MAP_FAILED)
        sigaltstack(&alternate, nullptr);
#endif
}

void catch_signals(void (*on_fault)(const fault &), bool (*on_end)(void *place)) {
    fault_handler = on_fault;
    end_handler = on_end;
    use_another_stack();
    install_fault_handlers();
    struct sigaction action = new_action(SA_ONSTACK), before;
    action.sa_sigaction = on_end_signal;
    for (const int signal : {SIGINT, SIGTERM})
        // Who is started with nohup or in the background goes on.
        if (sigaction(signal, nullptr, &before) == 0 && before.sa_handler == SIG_DFL)
            sigaction(signal, &action, nullptr);
}

void catch_faults(void (*on_fault)(const fault &), void (*on_tick)(void *place)) {
    use_another_stack();
    static const bool installed = [&] {
        fault_handler = on_fault;
        tick_handler = on_tick;
        // The program may have set handlers of its own meanwhile.
        install_fault_handlers();
        struct sigaction action = new_action(0);
        action.sa_sigaction = on_timer_signal;
        action.sa_flags &= ~SA_NODEFER; // see go_on_ticking
        sigaction(SIGVTALRM, &action, nullptr);
        pthread_atfork(nullptr, nullptr, make_timers_of_copy);
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
    if (has_timer && nanoseconds != tick)
        set(timer, tick = nanoseconds);
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
