// happens_before.h: the rule. This is the specification of what a race is, and all of it; whatever
// is quicker stands apart in fast/, and comes to the same.
//
//   Two accesses to a byte are a race if one of them writes, they are not atomic to one another,
//   and neither happens before the other.
//
// Two atomic operations are so to one another if each is in the scope of the other, and both are of
// the same width (PTX: morally strong).
//
// Happens-before is C++'s and PTX's: what comes earlier in a thread (sequenced before), what a
// release before and an acquire behind it put in order (synchronizes with), and what follows from
// these. What orders, here:
//
//   one thread                          program order             is_in_order
//   launches, streams, events, waits    vector clock of streams   is_in_order: `floor`; streams.cpp
//   __syncthreads(), end of a block     epoch of the phase        is_in_order: `phase_first`
//   __syncwarp(), tiles                 vector clock of lanes     ordered_otherwise(), races.cpp
//   fence and atomic operation          release and acquire       ordered_otherwise(), fences.cpp
//   atomic operations at one place      causality order           after_all_atomics
//   volatile store and load             a message                 is_message(), fences.cpp
//
// An access is known by its epoch: a serial, which says when, and a thread (access.h). Blocks run
// one after another and draw serials as they go, so "before the last barrier of this block" is a
// comparison of two numbers.
//
// Of a word its cell remembers the last write and two reads. Two are enough: whoever writes next is
// not both of their threads. An earlier write need not be remembered: it happens before the last
// one, or that was reported. What is so remembered is compared with each access that comes
// (touch_cell), which then is remembered in turn (remember).
#ifndef CUDA_EMULATOR_HAPPENS_BEFORE_H
#define CUDA_EMULATOR_HAPPENS_BEFORE_H

#include "order.h"

namespace cuda_emulator {
namespace checker {

namespace {

// ALONE: no other block takes turns with this one (now.is_simple), as the caller knows.
template <bool ALONE = false> bool is_of_this_block(uint32_t serial) {
    return ALONE ? serial >= now.block_first : in_this_block(serial);
}

// Whether it happens before what the thread does, by the order of launches or a barrier, or is its
// own.
template <bool ALONE = false> inline bool is_in_order(access a, uint32_t floor) {
    const uint32_t serial = a.serial();
    return serial < floor || (is_of_this_block<ALONE>(serial) &&
                              (a.thread() == this_thread() || serial < now.phase_first));
}

struct request {
    uintptr_t address, word; // of the access, and of the word that is looked at
    void *code;
    unsigned bytes;
};

// Whether the last write to these bytes is an atomic operation that happens before this access. It
// has read what all atomic operations before it have written, and so it, and what comes after it,
// is ordered after them by observation (PTX: causality order), without any fence.
bool after_all_atomics(access last_write, unsigned bits, uint32_t floor) {
    return last_write.is_atomic() && (bits & ~last_write.bytes()) == 0 &&
           (is_in_order(last_write, floor) || ordered_otherwise(last_write));
}

// r: what the other one, which is atomic too, is about.
bool are_atomic_together(access a, const request &r) {
    return may_have(a.place(), r.bytes) &&
           (!now.scopes_of_block || a.serial() >= now.block_first ||
            !(now.atomic_of_block || is_of_block(a.place()))) &&
           (!now.other_devices || (now.atomic_of_system && is_of_system(a.place())) ||
            is_of_this_device(a.serial()));
}

// What is not in order by barriers, and not of one thread.
__attribute__((noinline)) void check_further(access a, bool a_writes, unsigned bits, unsigned how,
                                             uint32_t floor, const request &r, access last_write) {
    if (a.is_atomic() && ((how & ATOMIC) != 0 ? are_atomic_together(a, r)
                                              : after_all_atomics(last_write, bits, floor)))
        return;
    if ((how & (VOLATILE | ATOMIC)) != 0 &&
        is_message(r.address, a, a_writes, (how & WRITES) != 0)) {
        if ((how & (WRITES | ATOMIC)) == 0 && !a.is_atomic() && in_this_block(a.serial()) &&
            !ordered_otherwise(a))
            volatile_load_meets({a, r.word, r.code, r.bytes, bits});
        return;
    }
    if (!ordered_otherwise(a))
        report_race(r.address, r.word, a, a_writes, r.code, (how & WRITES) != 0,
                    (how & ATOMIC) != 0, r.bytes, bits);
}

inline void check(access a, bool a_writes, unsigned bits, unsigned how, uint32_t floor,
                  const request &r, access last_write) {
    if ((how & ATOMIC) != 0 && a.is_atomic() && !now.scopes_of_block && !now.other_devices &&
        !now.widths_differ[in_shared(r.address)])
        return; // as most are
    if ((a.bytes() & bits) != 0 && !is_in_order(a, floor))
        check_further(a, a_writes, bits, how, floor, r, last_write);
}

// ------------------------------------------------------------------ a cell

// Whether an access of the same thread at the same time, from another place and to other bytes,
// would be taken for this one. Not so in global memory, where pictures are written byte by byte,
// and a cell for each byte would be too much.
inline bool mixes_places(const cell &c, access earlier, unsigned bits, uint32_t place) {
    constexpr size_t SHARED_CELLS = SHARED_BYTES / 4 * sizeof(cell);
    return bits != WHOLE_WORD && earlier.place() != place && (earlier.bytes() & ~bits) != 0 &&
           reinterpret_cast<uintptr_t>(&c) - CELLS < SHARED_CELLS;
}

// Puts an access into a cell. False, and nothing is done, if the cell cannot hold it without
// forgetting another thread's to other bytes.
template <bool ALONE = false>
inline __attribute__((always_inline)) bool remember(cell &c, unsigned bits, unsigned how,
                                                    uint32_t floor, uint32_t place) {
    const bool atomic = (how & ATOMIC) != 0;
    const access mine = this_epoch().to(bits, atomic, place);
    if ((how & WRITES) != 0) {
        const access w = c.write;
        const bool same_epoch = w.same_epoch(mine);
        if (same_epoch ? mixes_places(c, w, bits, place)
                       : w.serial() >= floor && (w.bytes() & ~bits) != 0)
            return false;
        c.write = mine;
        if (same_epoch)
            c.write.stand_for(w);
        if (!atomic)
            for (access &read : c.read)
                if ((read.bytes() & ~bits) == 0 || read.serial() < floor)
                    read.forget();
        if ((how & READS) == 0 && !atomic)
            return true;
    }
    access &older = c.read[0], &latest = c.read[1];
    for (access *read : {&latest, &older})
        if (read->same_epoch(mine)) {
            if (mixes_places(c, *read, bits, place))
                return false;
            if (read->is_atomic() == atomic)
                read->add_bytes(bits);
            else if ((read->bytes() & ~bits) == 0)
                *read = atomic ? *read : mine; // plain ones meet more
            return true;
        }
    if (latest.serial() < floor) {
        latest = mine;
    } else if (older.serial() < floor) {
        if (latest.thread() != this_thread() || !is_of_this_block<ALONE>(latest.serial()) ||
            (latest.bytes() & ~bits) != 0)
            older = latest;
        latest = mine;
    } else if (((older.bytes() | latest.bytes()) & ~bits) != 0) {
        return false;
    } else if (is_of_this_block<ALONE>(older.serial()) &&
               (older.serial() < now.phase_first || older.thread() == this_thread())) {
        older = latest;
        latest = mine;
    } else {
        latest = mine;
    }
    return true;
}

// The same, once it has been compared with what is there.
inline __attribute__((always_inline)) bool
touch_cell(cell &c, unsigned bits, unsigned how, uint32_t floor, uint32_t place, const request &r) {
    if (!c.write.is_none())
        check(c.write, true, bits, how, floor, r, {});
    // Reads that are atomic are writes as well.
    if (!c.read[0].is_none() && ((how & WRITES) != 0 || c.read[0].is_atomic()))
        check(c.read[0], c.read[0].is_atomic(), bits, how, floor, r, c.write);
    if (!c.read[1].is_none() && ((how & WRITES) != 0 || c.read[1].is_atomic()))
        check(c.read[1], c.read[1].is_atomic(), bits, how, floor, r, c.write);
    return remember(c, bits, how, floor, place);
}

} // namespace

} // namespace checker
} // namespace cuda_emulator

#endif
