// faults.cpp: what goes wrong inside a kernel: bad addresses, stack overflow, division by zero,
// assertions, and threads that never end.
//
// What is called on a fault only takes note and goes back to the worker's own stack; report.cpp
// speaks. Of a fault outside kernels the program dies, as it would without us, and report.cpp says
// where.
#include "machine/faults.h"
#include "machine/program.h"
#include "machine/resources.h"
#include "machine/threads.h"
#include "api_state.h"
#include "engines.h"
#include "scheduler.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>

namespace cuda_emulator {

// The watchdog looks at a worker each time it has used this much processor time. Once it has had to
// interrupt a thread, the threads of that block take shorter turns: a thousand of them may each
// need one before the one comes that the others wait for. Where all have had one in vain, turns are
// twice as long: these threads may have much to do.
constexpr long TICK_NANOSECONDS = 20 * 1000 * 1000;
constexpr long TURN_NANOSECONDS = 100 * 1000;
// So many more it has where a thread is in code whose caller cannot be found: the line would be
// missing.
constexpr int MOST_LATE_TICKS = 20;
// So long an OS thread has a processor where many want it, and the others wait for one of them.
constexpr long SHARE_NANOSECONDS = 200 * 1000;
// So long all threads of a block look in vain before more blocks begin. One that the system has
// taken the processor from may have it again by then.
constexpr long PATIENCE_NANOSECONDS = 5 * 1000 * 1000;

// A machine may be busy with other things. Seconds that pass count as long as the kernel has had a
// processor for this share of them.
constexpr double BUSY_SHARE = 0.4;

// What is broken may keep us from saying so.
constexpr unsigned LAST_SECONDS = 5;

double watchdog_seconds() {
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

// Whether a kernel's own code runs on this OS thread, as against the emulator's or the host's.
static bool in_kernel_code() {
    return this_worker != nullptr && this_worker->in_block && block.interruptible;
}

// Whether the stack of the thread is used up: seen by the address, or, when a function with large
// local arrays has just begun, by the stack pointer.
static bool has_overflown(const fault &f) {
    if (this_worker == nullptr || !this_worker->in_block ||
        (f.kind != fault_kind::address && f.kind != fault_kind::impossible_address))
        return false;
    return (f.stack_pointer != nullptr && f.stack_pointer < details_of(block.current).stack_low) ||
           in_guard(block.current, f.address);
}

static failure name_of(fault_kind kind) {
    switch (kind) {
    case fault_kind::arithmetic:
        return failure::arithmetic;
    case fault_kind::illegal_instruction:
        return failure::illegal_instruction;
    case fault_kind::impossible_address:
        return failure::impossible_address;
    default:
        return failure::illegal_address;
    }
}

static volatile bool has_said_why; // the program ends: see end_after_message

static void on_fault(const fault &f) {
    // A kernel's body may be inlined into the emulator's code, which then makes room for its local
    // variables before the kernel's own code begins.
    const bool overflown = has_overflown(f);
    if (this_worker != nullptr && this_worker->copies_for != nullptr)
        refuse(*this_worker->copies_for, cudaErrorIllegalAddress,
               "copies in bulk, and uses address %p, where there is no memory", f.address);
    const bool in_kernel = in_kernel_code();
    if ((!in_kernel && !overflown) || f.kind == fault_kind::abort) {
        if (!has_said_why) {
            has_said_why = true; // this may fail too
            limit_last_words(LAST_SECONDS);
            report_death(f);
            if constexpr (profiled)
                report_unasked();
        }
        return;
    }
    worker &w = *this_worker;
    block.interruptible = 0;
    // Nor do these instructions have a line of the kernel, nor those of the C library that print.
    void *const place =
        w.printing_at != nullptr && !is_code_of_program(f.place) ? w.printing_at : f.place;
    w.printing_at = nullptr;
    w.fault_place = overflown && !in_kernel ? nullptr : place;
    w.fault_address = f.address;
    give_up(overflown ? failure::stack_overflow : name_of(f.kind));
}

// Threads of the block that have begun, and, where they take steps, those that took the latest one:
// progress of a block in which nobody waits.
static unsigned long threads_come_by() {
    unsigned long begun = block.threads - unstarted_threads();
    if (block.frames != nullptr && !block.in_ring_mode && block.step_from != STEPS_BEGIN)
        begun += turn_in_step(linear_index(threadIdx));
    return begun;
}

static void switch_turns(void *place, unsigned long stamp);

static volatile bool asked_to_end;

// By the clock on the wall: a system may count processor time in steps longer than a turn.
static void set_turns() {
    const worker &w = *this_worker;
    long turn = !repeatable && (w.short_turns || w.running->takes_turns) ? w.turn : 0;
    if (w.yields && (turn == 0 || turn > SHARE_NANOSECONDS))
        turn = SHARE_NANOSECONDS;
    set_clock_tick(turn);
}

// Where blocks that wait for each other are more than processors.
static void share_processor() {
    worker &w = *this_worker;
    if (w.yields || !w.together->more_than(static_cast<unsigned>(worker_count())))
        return;
    w.yields = true;
    set_turns();
}

static __attribute__((noinline)) void look(void *place);

static void on_tick(void *place) {
    if (!in_kernel_code()) {
        if (this_worker != nullptr) {
            this_worker->missed_tick = true;
            if (this_worker->running == nullptr)
                set_tick(0);
        }
        return;
    }
    if (asked_to_end)
        end_now(place);
    const int saved_errno = errno;
    block.interruptible = 0;
    compiler_fence();
    go_on_ticking();
    look(place);
    if (this_worker->yields)
        let_others_run();
    errno = saved_errno;
    hold_ticks();
    compiler_fence();
    block.interruptible = 1;
}

static void look(void *place) {
    if (!block.in_ring_mode && threadIdx.x >= blockDim.x)
        return; // at the end of a row, between two threads
    worker &w = *this_worker;
    if (w.running->stop && is_code_of_program(place)) {
        block.interruptible = 0;
        give_up(failure::abandoned);
    }
    fiber *me = block.current;
    unsigned long long which = blockIdx.x + (static_cast<unsigned long long>(blockIdx.y) << 31) +
                               (static_cast<unsigned long long>(blockIdx.z) << 47);
    // Threads that begin only because another was interrupted are no progress.
    unsigned long stamp = block.phase + w.finished + w.operations;
    if (!w.short_turns)
        stamp += threads_come_by();
    job &work = *w.running;
    const double now = processor_seconds();
    const double used = now - w.ticked_at;
    w.ticked_at = now;
    if (stamp != w.tick_stamp || which != w.tick_block) {
        work.stuck = 0;
        if (w.turn != TURN_NANOSECONDS || (which != w.tick_block && w.short_turns)) {
            w.short_turns = w.short_turns && which == w.tick_block;
            w.turn = TURN_NANOSECONDS;
            set_turns();
        }
        w.interrupted_in_vain = 0;
        w.tick_stamp = stamp;
        w.tick_block = which;
        w.moved_at = now;
        w.moved_at_clock = nanoseconds();
        block.no_turns = false;
        if (!w.short_turns)
            return;
    }
    double limit = watchdog_seconds();
    const double used_since = now - w.moved_at;
    const double passed = static_cast<double>(nanoseconds() - w.moved_at_clock) * 1e-9;
    double stuck_seconds = std::max(used_since, std::min(passed, used_since / BUSY_SHARE));
    // Of blocks that wait for each other there may be more than processors.
    const long long all_stuck = work.stuck += static_cast<long long>(used * 1e9);
    stuck_seconds = std::max(stuck_seconds, static_cast<double>(all_stuck) * 1e-9 /
                                                (repeatable ? 1 : worker_count()));
    // Threads that take turns all finish late. One after the other they show that they do not spin.
    block.no_turns = limit > 0 && stuck_seconds >= limit / 4;
    const bool gives_up = limit > 0 && stuck_seconds >= limit &&
                          (has_known_caller(place) || ++w.late_ticks > MOST_LATE_TICKS);
    if ((gives_up || work.stop) && is_code_of_program(place)) {
        details_of(me).interrupted_at = place;
        std::fill(std::begin(w.calls_of_interrupted), std::end(w.calls_of_interrupted), nullptr);
        if (gives_up)
            calls_of_interrupted(w.calls_of_interrupted, std::size(w.calls_of_interrupted),
                                 details_of(me).stack_high);
        give_up(work.stop.exchange(true) ? failure::abandoned : failure::spinning);
    }
    if constexpr (!repeatable && ticks_give_turns) {
        if (is_code_of_program(place)) {
            if (block.neighbours == 0) // nobody else needs to begin what these have begun
                let_others_begin();
            share_processor();
        }
        if (block.segment == nullptr) // in which threads do not wait for one another
            switch_turns(place, stamp);
    }
}

// This thread may be waiting for something that another thread of its block will do. A GPU runs
// them all side by side, so let the others have a turn.
static void switch_turns(void *place, unsigned long stamp) {
    worker &w = *this_worker;
    fiber *me = block.current;
    bool alone = block.in_ring_mode ? block.unstarted == 0 && me->next == me
                                    : unstarted_threads() == 0 && block.frames == nullptr;
    if (alone || !is_code_of_program(place))
        return;
    block.interruptible = 0;
    if (!w.short_turns) {
        w.short_turns = true;
        w.running->takes_turns = true;
        w.tick_stamp = stamp - threads_come_by();
        set_turns();
    } else if (++w.interrupted_in_vain > block.threads && w.turn < TICK_NANOSECONDS) {
        w.interrupted_in_vain = 0;
        w.turn *= 2;
        set_turns();
    }
    show_prints();
    if (!block.in_ring_mode)
        enter_ring_mode(me);
    details_of(me).interrupted_at = place;
    hand_over(me);
    ++this_worker->interruptions;
    details_of(me).interrupted_at = nullptr;
    show_prints(); // by threads that this one has perhaps waited for
}

// Where nothing has happened in the block since the last time, it may wait for other blocks.
static void let_other_blocks_run(unsigned long stamp) {
    worker &w = *this_worker;
    if (stamp == w.turn_stamp) {
        let_others_begin();
        notify(&observer::block_pauses);
        if (!w.together->give_turn(w.number))
            give_up(failure::abandoned);
        notify(&observer::block_goes_on);
    }
    w.turn_stamp = stamp;
}

bool give_turn(void *place) {
    if (in_kernel_code() && (block.in_ring_mode || threadIdx.x < blockDim.x)) {
        unsigned long stamp = block.phase + this_worker->finished + this_worker->operations;
        if (!this_worker->short_turns)
            stamp += threads_come_by();
        block.interruptible = 0;
        compiler_fence();
        switch_turns(place, stamp);
        if (repeatable && has_threads) // of which each of these blocks has one
            let_other_blocks_run(stamp);
        compiler_fence();
        block.interruptible = 1;
    }
    return this_worker->short_turns;
}

int give_way(int looks) {
    if (!in_kernel_code())
        return looks;
    block.interruptible = 0;
    compiler_fence();
    worker &w = *this_worker;
    fiber *me = block.current;
    char *const caller = static_cast<char *>(CUDA_EMULATOR_RETURN_ADDRESS);
    void *const place = caller != nullptr ? caller - 1 : nullptr; // in the call
    if (w.missed_tick) {
        w.missed_tick = false;
        if (asked_to_end)
            end_now(place);
        look(place);
    }
    show_prints();
    if (!block.in_ring_mode)
        enter_ring_mode(me);
    const bool others_wait =
        block.unstarted == 0 && (me->next == me || block.arrived + 1 == block.alive);
    const unsigned long stamp = block.phase + w.finished + w.operations;
    if (stamp != w.look_stamp) {
        w.look_stamp = stamp;
        w.looks = 0;
        w.looks_since = nanoseconds();
    } else if (others_wait || ++w.looks > block.threads) { // or have looked in vain too
        w.looks = 0;
        let_others_run();
        if (nanoseconds() - w.looks_since > PATIENCE_NANOSECONDS) {
            w.looks_since = nanoseconds();
            let_others_begin();
            share_processor();
        }
    }
    if (!others_wait) {
        details_of(me).interrupted_at = place;
        details_of(me).looks_in_vain = true;
        hand_over(me);
        ++w.interruptions;
        details_of(me).interrupted_at = nullptr;
        details_of(me).looks_in_vain = false;
        show_prints(); // see switch_turns
    }
    compiler_fence();
    block.interruptible = 1;
    return looks;
}

void end_after_message() {
    has_said_why = true;
    std::fflush(stdout);
    end_badly();
}

// The program is told to end. What is found by then is said first, unless nobody takes it. Not in
// the middle of the emulator's own code, which a kernel's thread has soon left.
static bool on_end(void *place) {
    if (!goes_out(stderr))
        return true;
    limit_last_words(LAST_SECONDS);
    asked_to_end = true;
    if (this_worker != nullptr && this_worker->in_block && block.interruptible == 0 &&
        !waits_for_reader())
        return false;
    static std::atomic<bool> ending{false};
    if (ending.exchange(true))
        return false;
    has_said_why = true;
    if (goes_out(stdout)) { // else it would wait, and a thread that waits already has the stream
        show_all_prints();
        std::fflush(stdout);
    }
    if (const kernel_info *kernel = running_kernel)
        report_end(*kernel, place);
    report_unasked();
    return true;
}

__attribute__((constructor(102))) static void prepare_signals() {
    catch_signals(on_fault, on_end);
}

void prepare_faults() {
    watchdog_seconds(); // a bad setting is named before anything runs
    catch_faults(on_fault, on_tick);
}

void start_watch() {
    this_worker->short_turns = this_worker->missed_tick = false;
    this_worker->late_ticks = 0;
    this_worker->turn = TURN_NANOSECONDS;
    this_worker->tick_stamp = ~0ul; // so that all else that time is measured by begins with a tick
    set_tick(TICK_NANOSECONDS);
    if (!repeatable)
        share_processor();
}

// The next launch is mostly there before the next tick. If none is, that one was the last: to set a
// timer takes a good part of a small launch.
void stop_watch() {
    set_clock_tick(0);
    this_worker->yields = false;
}

// In a kernel an assertion speaks as a GPU does and ends the kernel with cudaErrorAssert; in host
// code it ends the program, as always.
void assertion_failed(const char *expression, const char *file, unsigned line,
                      const char *function) {
    if (this_worker == nullptr || !this_worker->in_block) {
        std::fprintf(stderr, "%s:%u: %s: Assertion `%s' failed.\n", file, line, function,
                     expression);
        end_after_message();
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

} // namespace cuda_emulator
