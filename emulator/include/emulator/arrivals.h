// arrivals.h: a place at which so many threads arrive, and others wait until they have: what the
// barriers and latches of <cuda/...> and of cuda_awbarrier.h are made of.
#ifndef CUDA_EMULATOR_ARRIVALS_H
#define CUDA_EMULATOR_ARRIVALS_H

#include "cuda_pipeline_primitives.h"
#include "emulator/groups.h"
#include "emulator/ordered_atomics.h"

#include <cstddef>
#include <cstdint>

namespace cuda_emulator {

// Gives the other threads of the block their turn. in_vain: the turn before did not help. Where all
// wait, and none can go on, the block is given up, unless others than these may help, of other
// blocks for instance.
void wait_a_turn(bool others_may_help, bool in_vain, call_place where);
// The same for a thread that looks at a barrier, once for each call, and will do something else if
// it has looked in vain. Where nothing moves for long, the block is given up.
class arrivals;
void look_in_vain(const arrivals *barrier, bool others_may_help, call_place where);
// An arrival, which lets a thread go on that waits.
void made_progress();
// Whether a thread of this block has begun an asynchronous copy.
bool copies_begun();

// Until ready() holds.
template <class Ready>
inline __attribute__((always_inline)) void wait_until(Ready ready, int scope, call_place where) {
    for (bool in_vain = false; !ready(); in_vain = true)
        wait_a_turn(scope > __NV_THREAD_SCOPE_BLOCK, in_vain, where);
}

// Begins what a thread with this rank of so many copies of all bytes, the others doing the rest.
inline __attribute__((always_inline)) void begin_share_of_copy(std::size_t rank, std::size_t count,
                                                               void *to, const void *from,
                                                               std::size_t bytes,
                                                               call_place where) {
    auto *target = static_cast<char *>(to);
    const auto *source = static_cast<const char *>(from);
    const auto all =
        reinterpret_cast<std::uintptr_t>(to) | reinterpret_cast<std::uintptr_t>(from) | bytes;
    // The largest of 16, 8 and 4 bytes of which addresses and size are multiples.
    const std::size_t unit = all % 16 == 0 ? 16 : all % 8 == 0 ? 8 : all % 4 == 0 ? 4 : 1;
    for (std::size_t at = rank * unit; at < bytes; at += count * unit)
        if (unit == 1) // which no asynchronous copy takes, on a GPU either
            target[at] = source[at];
        else
            __pipeline_memcpy_async(target + at, source + at, unit, 0, where.file, where.line);
}

// All copies of this thread arrive, if it has begun any.
inline __attribute__((always_inline)) void finish_copies(call_place where) {
    if (!copies_begun())
        return;
    __pipeline_commit(where.file, where.line);
    __pipeline_wait_prior(0, where.file, where.line);
}

// Copies by the chip's own engine that report to the barrier at this address, and have not arrived
// yet: they do when somebody looks who would wait else. See bulk_copies.h.
bool copies_report_to(const void *barrier);
// Takes the oldest of them: it arrives, with so many bytes. Until end_delivery() the thread that
// began it counts as the one that runs.
bool next_delivery(const void *barrier, unsigned &bytes);
void end_delivery();
// Gives the block up: more arrive than the phase expects.
[[noreturn]] void refuse_arrival(call_place where);

// How many have yet to arrive in this phase, how many arrive in each, how many phases are over, and
// how many bytes have yet to be copied: 20, 20, 3 and 21 bits of one number, so that an arrival is
// one atomic operation.
class arrivals {
public:
    static constexpr unsigned long long MOST = (1 << 20) - 1;

    arrivals() = default;
    constexpr explicit arrivals(unsigned long long expected)
        : state_(expected | expected << EXPECTED) {}

    // Of this thread, which stands for so many, and says how many more bytes are to be copied.
    // Returns the state before it. The last one calls complete() before others go on.
    template <class Complete>
    inline __attribute__((always_inline)) unsigned long long
    arrive(unsigned long long count, long long bytes, int scope, Complete complete,
           call_place where) {
        const unsigned long long change = (static_cast<unsigned long long>(bytes) << BYTES) - count;
        const unsigned long long old =
            ordered_sub<unsigned long long>(&state_, 0 - change, __ATOMIC_ACQ_REL, scope);
        if ((old & MOST) < count)
            refuse_arrival(where);
        const unsigned long long now = old + change;
        if ((now & MOST) == 0 && now >> BYTES == 0) {
            complete();
            const unsigned long long expected = (now >> EXPECTED) & MOST;
            ordered_store<unsigned long long>(
                &state_, expected | expected << EXPECTED | (phase_of(now) + 1) % PHASES << PHASE,
                __ATOMIC_RELEASE, scope);
        }
        made_progress();
        return old;
    }
    // In phases to come one thread less is expected.
    inline __attribute__((always_inline)) void expect_one_less(int scope) {
        ordered_sub<unsigned long long>(&state_, 1ull << EXPECTED, __ATOMIC_RELAXED, scope);
    }
    // Of a state that arrive() has returned.
    inline __attribute__((always_inline)) bool is_over(unsigned long long before, int scope) const {
        return look(scope,
                    [&](unsigned long long now) { return phase_of(now) != phase_of(before); });
    }
    // Of the phase, or that before, which has this parity.
    inline __attribute__((always_inline)) bool is_parity_over(bool parity, int scope) const {
        return look(scope, [&](unsigned long long now) { return (phase_of(now) & 1) != parity; });
    }

    static constexpr unsigned long long phase_of(unsigned long long state) {
        return state >> PHASE & (PHASES - 1);
    }
    static constexpr unsigned long long pending_of(unsigned long long state) {
        return state & MOST;
    }
    static constexpr unsigned long long expected_of(unsigned long long state) {
        return state >> EXPECTED & MOST;
    }
    static constexpr long long bytes_of(unsigned long long state) {
        return static_cast<long long>(state) >> BYTES;
    }

private:
    template <class Over>
    inline __attribute__((always_inline)) bool look(int scope, Over over) const {
        if (over(ordered_load(&state_, __ATOMIC_ACQUIRE, scope)))
            return true;
        if (!copies_report_to(this))
            return false;
        unsigned bytes;
        while (next_delivery(this, bytes)) {
            const_cast<arrivals *>(this)->arrive(
                0, -static_cast<long long>(bytes), scope, [] {}, call_place());
            end_delivery();
        }
        return over(ordered_load(&state_, __ATOMIC_ACQUIRE, scope));
    }

    static constexpr int EXPECTED = 20, PHASE = 40, BYTES = 43;
    static constexpr unsigned long long PHASES = 1ull << (BYTES - PHASE);
    unsigned long long state_;
};

} // namespace cuda_emulator

namespace cuda {

// A number of bytes for a copy whose addresses are multiples of ALIGNMENT, and so is the number.
template <std::size_t ALIGNMENT> struct aligned_size_t {
    static constexpr std::size_t align = ALIGNMENT;
    std::size_t value;
    explicit constexpr aligned_size_t(std::size_t size) : value(size) {}
    constexpr operator std::size_t() const { return value; }
};

} // namespace cuda

#endif
