// mbarriers.cpp: barriers in memory and with a number; and what is no address in shared memory.
#include "engines.h"
#include "emulator/mbarriers.h"
#include "emulator/ptx.h"
#include "scheduler.h"

#include <cstdarg>
#include <cstdio>
#include <cstring>

namespace cuda_emulator {

void refuse(call_place where, cudaError_t error, const char *format, ...) {
    stop_watchdog();
    if (this_worker != nullptr)
        this_worker->copies_for = nullptr;
    char text[sizeof worker::complaint];
    va_list arguments;
    va_start(arguments, format);
    std::vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    fail(where.file, where.line, error, text);
}

unsigned dynamic_shared_bytes() {
    return this_worker != nullptr ? static_cast<unsigned>(this_worker->running->shared_bytes) : 0;
}

void refuse_shared_address(const void *pointer, const char *file, int line) {
    refuse({file, line}, cudaErrorIllegalAddress,
           "asks for the address in shared memory of %p, which leads elsewhere", pointer);
}

// ------------------------------------------------------------------ barriers in memory

void refuse_arrival(call_place where) {
    refuse(where, cudaErrorLaunchFailure,
           "arrives at a barrier at which all that the phase expects have arrived already");
}

namespace ptx {

void check_mbarrier(const void *address, call_place where) {
    if (reinterpret_cast<std::uintptr_t>(address) % 8 != 0)
        refuse(where, cudaErrorMisalignedAddress,
               "uses an mbarrier at %p; its address must be a multiple of 8", address);
}

void check_arrivals_of_mbarrier(unsigned long long count, call_place where) {
    if (count == 0 || count > arrivals::MOST)
        refuse(where, cudaErrorInvalidValue,
               "makes an mbarrier of %llu arrivals; it takes 1 to %llu", count, arrivals::MOST);
}

void check_bytes_of_mbarrier(long long bytes, call_place where) {
    if (bytes < 0 || bytes > static_cast<long long>(arrivals::MOST))
        refuse(where, cudaErrorInvalidValue,
               "has an mbarrier expect %lld bytes; it takes up to %llu in a phase", bytes,
               arrivals::MOST);
}

void made_mbarrier_at([[maybe_unused]] const void *address, [[maybe_unused]] void *place) {
    notify(&observer::barrier_made, address, place);
}

void refuse_registers(unsigned count, call_place where) {
    refuse(where, cudaErrorInvalidValue,
           "asks for %u registers; setmaxnreg takes 24 to 256, a multiple of 8", count);
}

} // namespace ptx

// Others have had their turns so often, and nothing has moved.
static constexpr unsigned LOOKS_IN_VAIN = 64;

// Other blocks of the cluster get their turn when all threads of this one have looked, on the
// average.
static void look_in_cluster(const arrivals *barrier, call_place where) {
    worker &w = *this_worker;
    if (++w.barrier_looks >= block.alive) {
        w.barrier_looks = 0;
        return wait_a_turn(true, true, where);
    }
    const meeting_place here(meeting::other);
    fiber *me = begin_wait(wait::object, where.file, where.line);
    details_of(me).barrier = barrier;
    ++w.interruptions; // others of the block may wait for this thread
    hand_over(me);
    end_wait(me);
}

void look_in_vain(const arrivals *barrier, bool others_may_help, call_place where) {
    if (others_may_help || !in_kernel())
        return wait_a_turn(true, true, where);
    if (in_cluster())
        return look_in_cluster(barrier, where);
    const meeting_place here(meeting::other);
    fiber *me = begin_wait(wait::object, where.file, where.line);
    details_of(me).barrier = barrier;
    worker &w = *this_worker;
    const unsigned long stamp = progress(w);
    if (stamp != w.barrier_stamp) {
        w.barrier_stamp = stamp;
        w.barrier_looks = 0;
    } else if (++w.barrier_looks > LOOKS_IN_VAIN * (block.alive + 1)) {
        give_up(failure::no_progress);
    }
    show_prints();
    hand_over(me);
    show_prints(); // as in faults.cpp, switch_turns
    end_wait(me);
}

// ------------------------------------------------------------------ barriers with a number

// Counts as passed by the warps between the first and the last that have come.
static void pass(named_barrier &b) {
    worker &w = *this_worker;
    b.arrived = 0;
    ++b.phase;
    show_prints();
    ++w.operations;
    notify(&observer::tile_synchronised, b.first * WARP_SIZE, (b.last - b.first + 1) * WARP_SIZE);
}

// threads: 0 for all of the block, which may be no whole warps.
static named_barrier &arrive_at(unsigned number, unsigned threads, call_place where) {
    if (number > 15 || threads % WARP_SIZE != 0 || threads > block.threads)
        refuse(where, cudaErrorInvalidValue,
               "waits at barrier %u for %u threads; there are barriers 0 to 15, for a multiple of "
               "32 threads, up to %u of this block",
               number, threads, block.threads);
    threads = threads == 0 ? block.threads : threads;
    named_barrier &b = engines_here().barriers[number];
    const unsigned warp = linear_index(threadIdx) / WARP_SIZE;
    if (b.arrived == 0) {
        b.expected = threads;
        b.first = b.last = warp;
    }
    if (b.expected != threads)
        refuse(where, cudaErrorLaunchFailure,
               "waits at barrier %u for %u threads, where others wait for %u", number, threads,
               b.expected);
    b.first = warp < b.first ? warp : b.first;
    b.last = warp > b.last ? warp : b.last;
    ++b.arrived;
    return b;
}

void ptx::wait_at_named_barrier(unsigned number, unsigned threads, call_place where) {
    if (number == 0 && (threads == 0 || threads == block.threads))
        return __syncthreads(where.file, where.line);
    const meeting_place here(meeting::other);
    fiber *me = begin_wait(wait::group, where.file, where.line);
    named_barrier &b = arrive_at(number, threads, where);
    const unsigned phase = b.phase;
    if (b.arrived == b.expected) {
        pass(b);
        notify(&observer::thread_runs);
    } else {
        hand_over(me);
        while (b.phase == phase) {
            failed_resume();
            hand_over(me);
        }
    }
    end_wait(me);
}

void ptx::arrive_at_named_barrier(unsigned number, unsigned threads, call_place where) {
    fiber *me = begin_wait(wait::group, where.file, where.line);
    named_barrier &b = arrive_at(number, threads, where);
    if (b.arrived == b.expected) {
        pass(b);
        notify(&observer::thread_runs);
    }
    end_wait(me);
}

} // namespace cuda_emulator
