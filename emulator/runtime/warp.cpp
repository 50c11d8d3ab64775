// warp.cpp: operations among the threads of a warp.
//
// Every lane of a group writes its part into its own fiber and waits; the one that comes last
// computes the results of all.
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

// The lane whose value `lane` gets, by the rules of the programming guide; its own when the
// source lies outside its segment of `width` lanes.
static unsigned source_lane(const fiber_details &f, unsigned lane) {
    unsigned width = static_cast<unsigned>(f.width);
    unsigned argument = static_cast<unsigned>(f.source);
    unsigned first = lane & ~(width - 1);
    switch (static_cast<warp_operation>(f.operation)) {
    case warp_operation::shuffle:
        return first | (argument & (width - 1));
    case warp_operation::shuffle_up:
        return argument <= lane - first ? lane - argument : lane;
    case warp_operation::shuffle_down:
        return argument < width && lane + argument < first + width ? lane + argument : lane;
    default: { // xor: later segments are out of reach, earlier ones are not
        unsigned source = lane ^ argument;
        return source < first + width ? source : lane;
    }
    }
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

static void resolve(fiber_details *const lanes[], unsigned group, warp_operation operation) {
    unsigned set = 0; // lanes whose predicate holds
    unsigned long long folded = 0;
    bool first = true, equal = true;
    unsigned long long first_value = 0;
    for (unsigned lane = 0; lane < WARP_SIZE; ++lane) {
        if (!is_set(group, lane))
            continue;
        unsigned long long value = lanes[lane]->value;
        if (value != 0)
            set |= 1u << lane;
        folded =
            first ? value
                  : combine(operation, static_cast<unsigned>(folded), static_cast<unsigned>(value));
        if (first)
            first_value = value;
        equal = equal && value == first_value;
        first = false;
    }
    for (unsigned lane = 0; lane < WARP_SIZE; ++lane) {
        if (!is_set(group, lane))
            continue;
        fiber_details &f = *lanes[lane];
        f.result_flag = false;
        switch (operation) {
        case warp_operation::sync:
        case warp_operation::matrix:
            break;
        case warp_operation::shuffle:
        case warp_operation::shuffle_up:
        case warp_operation::shuffle_down:
        case warp_operation::shuffle_xor: {
            unsigned from = source_lane(f, lane);
            // A source that takes no part gives an undefined value; this lane's own is one.
            f.result = is_set(group, from) ? lanes[from]->value : f.value;
            break;
        }
        case warp_operation::all:
            f.result = set == group;
            break;
        case warp_operation::any:
            f.result = set != 0;
            break;
        case warp_operation::ballot:
            f.result = set;
            break;
        case warp_operation::match_any: {
            unsigned same = 0;
            for (unsigned other = 0; other < WARP_SIZE; ++other)
                if (is_set(group, other) && lanes[other]->value == f.value)
                    same |= 1u << other;
            f.result = same;
            break;
        }
        case warp_operation::match_all:
            f.result = equal ? group : 0;
            f.result_flag = equal;
            break;
        default:
            f.result = folded;
        }
    }
    for (unsigned lane = 0; lane < WARP_SIZE; ++lane)
        if (is_set(group, lane))
            lanes[lane]->answered = true;
}

// Tells of lanes that ask for the value of one that takes no part, which is undefined.
static void tell_inactive_sources(const worker &w, unsigned warp, unsigned group) {
    for (unsigned lane = 0; observed && lane < WARP_SIZE; ++lane) {
        if (!is_set(group, lane))
            continue;
        const fiber_details &f = *w.lanes[warp][lane];
        const auto operation = static_cast<warp_operation>(f.operation);
        if (operation < warp_operation::shuffle || operation > warp_operation::shuffle_xor)
            return;
        const unsigned from = source_lane(f, lane);
        if (!is_set(group, from))
            notify(&observer::inactive_source, warp * WARP_SIZE + lane, from, block.current->file,
                   block.current->line);
    }
}

// What the matrix operation of a lane is about.
static const matrix_call &matrix_call_of(const fiber_details &f) {
    return *from_bits<const matrix_call *>(f.value);
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
static void multiply_matrices(worker &w, unsigned warp) {
    const matrix_call *calls[WARP_SIZE];
    for (unsigned lane = 0; lane < WARP_SIZE; ++lane)
        calls[lane] = &matrix_call_of(*w.lanes[warp][lane]);
    const matrix_call &mine = matrix_call_of(details_of(block.current));
    for (unsigned lane = 0; lane < WARP_SIZE; ++lane) {
        const matrix_call &other = *calls[lane];
        const int line = w.lanes[warp][lane]->source;
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

// Completes the operation that `f` waits in when all lanes of its mask that still live are there.
static bool try_complete(worker &w, unsigned warp, const fiber_details &f) {
    unsigned group = f.mask & w.warp_alive[warp];
    if ((w.warp_waiting[warp] & group) != group)
        return false;
    const bool is_matrix = static_cast<warp_operation>(f.operation) == warp_operation::matrix;
    if (is_matrix && group != ALL_LANES)
        return false; // those that are left will say so
    for (unsigned lane = 0; lane < WARP_SIZE; ++lane) {
        const fiber_details *other = w.lanes[warp][lane];
        if (is_set(group, lane) && (other->operation != f.operation || other->mask != f.mask))
            return false;
    }
    if (is_matrix)
        multiply_matrices(w, warp);
    resolve(w.lanes[warp], group, static_cast<warp_operation>(f.operation));
    if (static_cast<warp_operation>(f.operation) == warp_operation::sync)
        notify(&observer::warp_synchronised, warp, group);
    tell_inactive_sources(w, warp, group);
    w.warp_waiting[warp] &= ~group;
    ++w.operations;
    return true;
}

void lane_left(unsigned warp) {
    worker &w = *this_worker;
    for (unsigned lane = 0; lane < WARP_SIZE; ++lane)
        if (is_set(w.warp_waiting[warp], lane))
            try_complete(w, warp, *w.lanes[warp][lane]);
}

fiber *begin_wait(wait reason, const char *file, int line) {
    if (this_worker == nullptr || !this_worker->in_block) {
        std::fflush(stdout);
        std::fprintf(stderr, "%s:%d: CUDA emulator: an operation of a warp or a group called from host code\n", file,
                     line);
        std::abort();
    }
    fiber *me = block.current;
    block.interruptible = 0;
    compiler_fence();
    if (!block.in_ring_mode)
        enter_ring_mode(me);
    if (!this_worker->lanes_known)
        find_live_lanes();
    me->file = file;
    me->line = line;
    me->index = threadIdx;
    details_of(me).waits_for = reason;
    details_of(me).answered = false;
    return me;
}

void end_wait(fiber *me) {
    details_of(me).waits_for = wait::barrier;
    compiler_fence();
    block.interruptible = 1;
}

static void wait_for_others(fiber *me) {
    if (details_of(me).answered)
        return;
    hand_over(me);
    while (!details_of(me).answered) {
        failed_resume();
        hand_over(me);
    }
}

warp_result warp_exchange(warp_operation operation, unsigned mask, unsigned long long value,
                          int argument, int width, const char *file, int line) {
    fiber *me = begin_wait(wait::warp, file, line);
    worker &w = *this_worker;
    unsigned index = linear_index(threadIdx);
    unsigned warp = index / WARP_SIZE, lane = index % WARP_SIZE;
    if (!is_set(mask, lane) || width < 1 || width > 32 || (width & (width - 1)) != 0) {
        details_of(me).mask = mask;
        details_of(me).width = width;
        give_up(failure::warp_mask);
    }
    fiber_details &mine = details_of(me);
    mine.operation = static_cast<int>(operation);
    mine.mask = mask;
    mine.source = argument;
    mine.width = width;
    mine.value = value;
    w.lanes[warp][lane] = &mine;
    w.warp_waiting[warp] |= 1u << lane;
    try_complete(w, warp, mine);
    wait_for_others(me);
    warp_result result = {mine.result, mine.result_flag};
    end_wait(me);
    return result;
}

void take_part(const matrix_call &mine, const char *file, int line) {
    fiber *me = begin_wait(wait::matrix, file, line);
    worker &w = *this_worker;
    const unsigned index = linear_index(threadIdx);
    const unsigned warp = index / WARP_SIZE, lane = index % WARP_SIZE;
    if (to_bits(mine.memory) % 32 != 0 || mine.row_bytes % 16 != 0)
        refuse(cudaErrorMisalignedAddress,
               "calls %s() with address %p and %lu bytes from row to row; the address must be a "
               "multiple of 32 bytes, the stride one of 16",
               mine.name, mine.memory, mine.row_bytes);
    fiber_details &f = details_of(me);
    f.operation = static_cast<int>(warp_operation::matrix);
    f.mask = ALL_LANES;
    f.source = line;
    f.value = to_bits(&mine);
    w.lanes[warp][lane] = &f;
    w.warp_waiting[warp] |= 1u << lane;
    try_complete(w, warp, f);
    while (!f.answered) {
        if (w.warp_alive[warp] != ALL_LANES)
            refuse(
                cudaErrorLaunchFailure,
                "calls %s(), which takes all 32 threads of a warp; only %d of this one are in the "
                "kernel",
                mine.name, __builtin_popcount(w.warp_alive[warp]));
        hand_over(me);
        if (!f.answered)
            failed_resume();
    }
    end_wait(me);
}

// Gives every lane of `group` that is at the same call its answer.
static void answer_active_mask(worker &w, unsigned warp, unsigned group) {
    for (unsigned lane = 0; lane < WARP_SIZE; ++lane) {
        if (!is_set(group, lane))
            continue;
        fiber_details &f = *w.lanes[warp][lane];
        f.result = 0;
        for (unsigned other = 0; other < WARP_SIZE; ++other)
            if (is_set(group, other) && w.lanes[warp][other]->source == f.source)
                f.result |= 1u << other;
    }
    for (unsigned lane = 0; lane < WARP_SIZE; ++lane)
        if (is_set(group, lane))
            w.lanes[warp][lane]->answered = true;
    w.warp_asking[warp] &= ~group;
    ++w.operations;
}

bool release_active_masks() {
    worker &w = *this_worker;
    if (!w.lanes_known)
        return false;
    bool any = false;
    for (unsigned warp = 0; warp * WARP_SIZE < block.threads; ++warp)
        if (w.warp_asking[warp] != 0) {
            answer_active_mask(w, warp, w.warp_asking[warp]);
            any = true;
        }
    return any;
}

unsigned active_mask(const char *file, int line) {
    fiber *me = begin_wait(wait::active_mask, file, line);
    worker &w = *this_worker;
    unsigned index = linear_index(threadIdx);
    unsigned warp = index / WARP_SIZE, lane = index % WARP_SIZE;
    w.lanes[warp][lane] = &details_of(me);
    details_of(me).source = line;
    w.warp_asking[warp] |= 1u << lane;
    if (w.warp_asking[warp] == w.warp_alive[warp])
        answer_active_mask(w, warp, w.warp_asking[warp]);
    wait_for_others(me);
    unsigned result = static_cast<unsigned>(details_of(me).result);
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
