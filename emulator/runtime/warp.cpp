// warp.cpp: operations among the threads of a warp.
//
// Every lane of a group leaves its part with the warp and waits; the one that comes last computes
// the results of all. A thread that waits lets the other lanes of its warp go on before any other
// thread, so a block that needs nothing else runs warp by warp, in the first-level cache.
#include "scheduler.h"
#include "emulator/warp.h"

#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace cuda_emulator {

constexpr unsigned ALL_LANES = 0xffffffff;

static bool is_set(unsigned mask, unsigned lane) {
    return mask >> lane & 1;
}

// A warp's number in the block.
static unsigned number_of(const warp_state &s) {
    return static_cast<unsigned>(&s - block.warps);
}

static bool is_shuffle(warp_operation operation) {
    return operation >= warp_operation::shuffle && operation <= warp_operation::shuffle_xor;
}

static unsigned long long combine(warp_operation operation, unsigned a, unsigned b) {
    int x = static_cast<int>(a), y = static_cast<int>(b);
    switch (operation) {
    case warp_operation::add_signed:
    case warp_operation::add_unsigned:
        return a + b;
    case warp_operation::min_signed:
        return static_cast<unsigned>(x < y ? x : y);
    case warp_operation::max_signed:
        return static_cast<unsigned>(x > y ? x : y);
    case warp_operation::min_unsigned:
        return a < b ? a : b;
    case warp_operation::max_unsigned:
        return a > b ? a : b;
    case warp_operation::bit_and:
        return a & b;
    case warp_operation::bit_or:
        return a | b;
    default:
        return a ^ b;
    }
}

// Calls visit(lane) for the lanes of a group.
template <class Visit>
static inline __attribute__((always_inline)) void for_lanes(unsigned group, Visit visit) {
    if (group == ALL_LANES) {
        for (unsigned lane = 0; lane < WARP_SIZE; ++lane)
            visit(lane);
    } else {
        for (; group != 0; group &= group - 1)
            visit(static_cast<unsigned>(__builtin_ctz(group)));
    }
}

// The lanes of the group whose predicate holds.
static unsigned lanes_that_say_yes(const warp_state &s, unsigned group) {
    unsigned set = 0;
    for_lanes(group, [&](unsigned lane) { set |= unsigned(s.value[lane] != 0) << lane; });
    return set;
}

static void resolve(warp_state &s, unsigned group, warp_operation operation) {
    const auto give_all = [&](unsigned long long result) {
        for_lanes(group, [&](unsigned lane) { s.result[lane] = result; });
    };
    const unsigned first = static_cast<unsigned>(__builtin_ctz(group));
    switch (operation) {
    case warp_operation::none:
    case warp_operation::sync:
    case warp_operation::matrix:
    case warp_operation::together:
        break;
    case warp_operation::shuffle:
    case warp_operation::shuffle_up:
    case warp_operation::shuffle_down:
    case warp_operation::shuffle_xor:
        // A source that takes no part gives an undefined value; this lane's own is one.
        for_lanes(group, [&](unsigned lane) {
            const unsigned from = s.from[lane];
            s.result[lane] = s.value[is_set(group, from) ? from : lane];
        });
        break;
    case warp_operation::all:
        give_all(lanes_that_say_yes(s, group) == group);
        break;
    case warp_operation::any:
        give_all(lanes_that_say_yes(s, group) != 0);
        break;
    case warp_operation::ballot:
        give_all(lanes_that_say_yes(s, group));
        break;
    case warp_operation::match_any:
        for_lanes(group, [&](unsigned lane) {
            unsigned same = 0;
            for_lanes(group, [&](unsigned other) {
                same |= unsigned(s.value[other] == s.value[lane]) << other;
            });
            s.result[lane] = same;
        });
        break;
    case warp_operation::match_all: {
        unsigned long long differ = 0;
        for_lanes(group, [&](unsigned lane) { differ |= s.value[lane] ^ s.value[first]; });
        give_all(differ == 0 ? group : 0);
        break;
    }
    default: {
        unsigned long long folded = s.value[first];
        for_lanes(group & (group - 1), [&](unsigned lane) {
            folded = combine(operation, static_cast<unsigned>(folded),
                             static_cast<unsigned>(s.value[lane]));
        });
        give_all(folded);
    }
    }
}

// Tells of lanes that ask for the value of one that takes no part, which is undefined. The current
// thread need not be one of them: the last that they waited for may have left the kernel.
static void tell_inactive_sources(const warp_state &s, unsigned warp, unsigned group) {
    for_lanes(group, [&](unsigned lane) {
        if (!is_set(group, s.from[lane]))
            notify(&observer::inactive_source, warp * WARP_SIZE + lane, s.from[lane],
                   s.fibers[lane]->file, s.fibers[lane]->line);
    });
}

// What the matrix operation of a lane is about.
static const matrix_call &matrix_call_of(const warp_state &s, unsigned lane) {
    return *from_bits<const matrix_call *>(s.value[lane]);
}

// Gives the block up over the current thread's matrix operation.
[[noreturn]] static void refuse(cudaError_t error, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
[[noreturn]] static void refuse(cudaError_t error, const char *format, ...) {
    worker &w = *this_worker;
    va_list arguments;
    va_start(arguments, format);
    std::vsnprintf(w.complaint, sizeof w.complaint, format, arguments);
    va_end(arguments);
    w.complaint_error = error;
    give_up(failure::complaint);
}

// All lanes of the warp wait in a matrix operation: it must be the same one.
static void multiply_matrices(const warp_state &s) {
    const unsigned warp = number_of(s);
    const matrix_call *calls[WARP_SIZE];
    for (unsigned lane = 0; lane < WARP_SIZE; ++lane)
        calls[lane] = &matrix_call_of(s, lane);
    const matrix_call &mine = *calls[linear_index(threadIdx) % WARP_SIZE];
    for (unsigned lane = 0; lane < WARP_SIZE; ++lane) {
        const matrix_call &other = *calls[lane];
        const int line = s.line[lane];
        if (line != block.current->line || other.multiply != mine.multiply ||
            std::strcmp(other.name, mine.name) != 0)
            refuse(
                cudaErrorLaunchFailure,
                "calls %s() here, and thread %u of the block %s() in line %d; the 32 threads of a "
                "warp must make the same call",
                mine.name, warp * WARP_SIZE + lane, other.name, line);
        if (other.memory != mine.memory || other.row_bytes != mine.row_bytes)
            refuse(cudaErrorLaunchFailure,
                   "calls %s() with another address or stride than thread %u of the block; the 32 "
                   "threads of a warp must give the same",
                   mine.name, warp * WARP_SIZE + lane);
    }
    if (mine.multiply != nullptr)
        mine.multiply(calls);
}

// Does the work that the lanes of the group have brought, if it is the same.
static bool work_together(const warp_state &s, unsigned group, unsigned lane) {
    lane_work *lanes[WARP_SIZE] = {};
    for_lanes(group, [&](unsigned l) { lanes[l] = from_bits<lane_work *>(s.value[l]); });
    const auto do_all = lanes[lane]->do_all;
    bool same = true;
    for_lanes(group, [&](unsigned l) { same &= lanes[l]->do_all == do_all; });
    if (same)
        do_all(group, lanes);
    return same;
}

bool complete_operation(warp_state &s, unsigned lane) {
    worker &w = *this_worker;
    const unsigned mask = s.mask[lane], group = mask & s.alive;
    const int code = s.operation[lane];
    const auto operation = static_cast<warp_operation>(code);
    const bool is_matrix = operation == warp_operation::matrix;
    if (is_matrix && group != ALL_LANES)
        return false;   // those that are left will say so
    unsigned other = 0; // bits that differ
    for_lanes(group,
              [&](unsigned l) { other |= unsigned(s.operation[l] ^ code) | (s.mask[l] ^ mask); });
    if (other != 0)
        return false;
    if (is_matrix)
        multiply_matrices(s);
    if (operation == warp_operation::together && !work_together(s, group, lane))
        return false;
    resolve(s, group, operation);
    if (observed) {
        notify(&observer::warp_operation_done, number_of(s), group);
        if (operation == warp_operation::sync)
            notify(&observer::warp_synchronised, number_of(s), group);
        if (is_shuffle(operation))
            tell_inactive_sources(s, number_of(s), group);
    }
    s.waiting &= ~group;
    ++w.operations;
    if (block.has_printed && group == s.alive)
        show_prints_of(number_of(s));
    return true;
}

// If all that still live are there.
static bool try_complete(warp_state &s, unsigned lane) {
    return (s.mask[lane] & s.alive & ~s.waiting) == 0 && complete_operation(s, lane);
}

void lane_left(warp_state &s) {
    for (unsigned lane = 0; lane < WARP_SIZE; ++lane)
        if (is_set(s.waiting, lane))
            try_complete(s, lane);
}

bool waits_in_warp(const fiber *f, unsigned *mask) {
    const worker &w = *this_worker;
    const unsigned index = linear_index(f == block.current ? threadIdx : f->index);
    const warp_state &s = w.warps[index / WARP_SIZE];
    *mask = s.mask[index % WARP_SIZE];
    return w.lanes_known && is_set(s.waiting, index % WARP_SIZE);
}

const matrix_call &matrix_call_of(const fiber *f) {
    const unsigned index = linear_index(f == block.current ? threadIdx : f->index);
    return matrix_call_of(this_worker->warps[index / WARP_SIZE], index % WARP_SIZE);
}

void find_lane(const char *file, int line) {
    if (block.current == nullptr || !this_worker->in_block) {
        std::fflush(stdout);
        std::fprintf(stderr,
                     "%s:%d: CUDA emulator: an operation of a warp or a group called from host "
                     "code\n",
                     file, line);
        std::abort();
    }
    if (!block.in_ring_mode)
        enter_ring_mode(block.current);
    if (!block.lanes_ready) // the first time in a block
        find_live_lanes();
    const unsigned index = linear_index(threadIdx);
    lane_of(block.current) = {&block.warps[index / WARP_SIZE], index % WARP_SIZE};
}

// The thread's fiber, marked as being at this place.
static fiber *come_to(const char *file, int line) {
    block.interruptible = 0;
    compiler_fence();
    fiber *me = block.current;
    if (me == nullptr || lane_of(me).warp == nullptr)
        find_lane(file, line);
    me->file = file;
    me->line = line;
    return me;
}

fiber *begin_wait(wait reason, const char *file, int line) {
    fiber *me = come_to(file, line);
    details_of(me).waits_for = reason;
    return me;
}

void end_wait(fiber *me) {
    details_of(me).waits_for = wait::barrier;
    details_of(me).barrier = nullptr;
    compiler_fence();
    block.interruptible = 1;
}

// The next lane of the warp that can go on, or begin, and any other thread if there is none.
fiber *next_for_warp(const warp_state &s, unsigned lane) {
    if (block.unstarted != 0 && (block.threads - block.unstarted) / WARP_SIZE == number_of(s))
        return next_beginner();
    const unsigned able = able_lanes(s), above = able & ~((2u << lane) - 1);
    if (able != 0)
        return s.fibers[__builtin_ctz(above != 0 ? above : able)];
    return block.unstarted != 0 ? next_beginner() : block.current->next;
}

// Whoever has been asked in vain goes by the ring, which leaves nobody out.
void wait_longer(fiber *me, const unsigned &waiting, unsigned lane) {
    while (is_set(waiting, lane)) {
        failed_resume();
        hand_over(me);
    }
}

// Until the bit of this lane is cleared.
static void wait_in_warp(fiber *me, const warp_state &s, const unsigned &waiting, unsigned lane) {
    fiber *to = next_for_warp(s, lane);
    if (to != me)
        switch_context(me, to);
    block.current = me;
    restore_thread_index(me);
    notify(&observer::thread_runs);
    wait_longer(me, waiting, lane);
}

void refuse_exchange(unsigned mask, int width) {
    details_of(block.current).mask = mask;
    details_of(block.current).width = width;
    give_up(failure::warp_mask);
}

#ifndef CUDA_EMULATOR_FAST_SWITCH
warp_result warp_exchange(warp_operation operation, unsigned mask, unsigned long long value,
                          int argument, int width, const char *file, int line) {
    const meeting_place here(meeting::warp);
    fiber *me = come_to(file, line);
    warp_state &s = *lane_of(me).warp;
    const unsigned lane = lane_of(me).lane;
    if (!is_set(mask, lane) || width < 1 || width > 32 || (width & (width - 1)) != 0)
        refuse_exchange(mask, width);
    arrive(s, lane, me, operation, mask, value, argument, width);
    if (!try_complete(s, lane))
        wait_in_warp(me, s, s.waiting, lane);
    const warp_result result = {s.result[lane], s.result[lane] != 0};
    compiler_fence();
    block.interruptible = 1;
    return result;
}
#endif

void take_part(const matrix_call &mine, const char *file, int line) {
    const meeting_place here(meeting::warp);
    fiber *me = begin_wait(wait::matrix, file, line);
    warp_state &s = *lane_of(me).warp;
    const unsigned lane = lane_of(me).lane;
    if (to_bits(mine.memory) % mine.alignment != 0 || mine.row_bytes % 16 != 0)
        refuse(cudaErrorMisalignedAddress,
               "calls %s() with address %p and %lu bytes from row to row; the address must be a "
               "multiple of %u bytes, the stride one of 16",
               mine.name, mine.memory, mine.row_bytes, mine.alignment);
    s.operation[lane] = static_cast<int>(warp_operation::matrix);
    s.mask[lane] = ALL_LANES;
    s.line[lane] = line;
    s.value[lane] = to_bits(&mine);
    s.fibers[lane] = me;
    s.known |= 1u << lane;
    s.waiting |= 1u << lane;
    try_complete(s, lane);
    while (is_set(s.waiting, lane)) {
        if (s.alive != ALL_LANES)
            refuse(
                cudaErrorLaunchFailure,
                "calls %s(), which takes all 32 threads of a warp; only %d of this one are in the "
                "kernel",
                mine.name, __builtin_popcount(s.alive));
        hand_over(me);
        if (is_set(s.waiting, lane))
            failed_resume();
    }
    end_wait(me);
}

// Gives every lane of `group` that is at the same call its answer.
static void answer_active_mask(worker &w, warp_state &s, unsigned group) {
    for_lanes(group, [&](unsigned lane) {
        unsigned here = 0;
        for_lanes(group, [&](unsigned other) {
            here |= unsigned(s.line[other] == s.line[lane]) << other;
        });
        s.result[lane] = here;
    });
    s.asking &= ~group;
    ++w.operations;
}

bool release_active_masks() {
    worker &w = *this_worker;
    if (!w.lanes_known)
        return false;
    bool any = false;
    for (unsigned warp = 0; warp * WARP_SIZE < block.threads; ++warp)
        if (w.warps[warp].asking != 0) {
            answer_active_mask(w, w.warps[warp], w.warps[warp].asking);
            any = true;
        }
    return any;
}

unsigned active_mask(const char *file, int line) {
    const meeting_place here(meeting::warp);
    fiber *me = begin_wait(wait::active_mask, file, line);
    warp_state &s = *lane_of(me).warp;
    const unsigned lane = lane_of(me).lane;
    s.fibers[lane] = me;
    s.known |= 1u << lane;
    s.line[lane] = line;
    s.asking |= 1u << lane;
    if (s.asking == s.alive)
        answer_active_mask(*this_worker, s, s.asking);
    else
        wait_in_warp(me, s, s.asking, lane);
    const auto result = static_cast<unsigned>(s.result[lane]);
    end_wait(me);
    return result;
}

} // namespace cuda_emulator

void __trap(const char *file, int line) {
    using namespace cuda_emulator;
    block.interruptible = 0;
    block.current->file = file;
    block.current->line = line;
    give_up(failure::trap);
}
