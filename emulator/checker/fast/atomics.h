// atomics.h: shortcuts "atomics" and "atomics_in_turn".
//
// An atomic operation orders nothing as long as no fence is passed, and two of them of the same
// width are no race (in happens_before.h: check). The claim: then all that atomic_touch() comes to
// is what is noted of the last one of the thread, for the words of a finding and for the other
// order of threads, and remember().
#ifndef CUDA_EMULATOR_FAST_ATOMICS_H
#define CUDA_EMULATOR_FAST_ATOMICS_H

#include "cells.h"

#include "emulator/atomics.h"

namespace cuda_emulator {
namespace checker {

namespace {

// Whether an atomic operation is in order with what a cell remembers of an access, and alike, as
// can be seen at once: what atomic_begins() would note for the other order of blocks and threads is
// noted, or is no news. first: the serial with which the launch began, or in shared memory the
// block.
template <unsigned HOW>
inline __attribute__((always_inline)) bool goes_beside(access a, uint32_t floor, uint32_t first,
                                                       uint32_t place) {
    if (!a.is_atomic())
        return is_in_order<true>(a, floor);
    if (a.serial() < first || now.met_other_place ||
        (a.serial() >= now.block_first && a.thread() == this_thread()))
        return true;
    if (a.place() != place && ((HOW & ADDS) == 0 || !only_adds(a.place())))
        return false;
    now.met_another = true;
    return true;
}

// Whether all atomic operations that the cells remember have so many bytes, as those from this
// place; false if that is not to be seen at once.
template <unsigned WORDS> bool have_width(const cell *cells, unsigned bytes, uint32_t place) {
    for (unsigned i = 0; i < WORDS; ++i) {
        if (cells[i].is_split())
            return false;
        for (const access a : {cells[i].write, cells[i].read[0], cells[i].read[1]})
            if (a.place() != place && a.is_atomic() && !may_have(a.place(), bytes))
                return false;
    }
    return true;
}

// What atomic_touch() does with most operations: on whole words whose cells are in use, while no
// fence is to be thought of. False, and nothing is done, elsewhere.
template <unsigned HOW, unsigned BYTES>
inline __attribute__((always_inline)) bool atomic_fits_in(uintptr_t address, int order,
                                                          void *code) {
    constexpr unsigned WORDS = BYTES / 4;
    if constexpr (WORDS == 0) {
        return false;
    } else {
        const uint32_t place = known_place(code);
        if (!with::atomics || block.interruptible == 0 || now.turn <= 1 || !now.is_simple ||
            now.fences_matter || now.scopes_of_block || order == order_of_block || place == 0 ||
            !in_region(address) || address % BYTES != 0 ||
            !word_state::are_good<WORDS>(region_state(address)))
            return false;
        uint32_t floor = now.block_first, first = now.block_first;
        stretch *s = nullptr;
        if (!in_shared(address)) {
            floor = now.floor;
            first = now.launch_first;
            s = stretch_at(address);
            if (s->last <= stretch::AHEAD || may_meet_copies(address, BYTES))
                return false;
        }
        cell *const cells = region_cell(address);
        if (now.widths_differ[s == nullptr] && !have_width<WORDS>(cells, BYTES, place))
            return false;
        for (unsigned i = 0; i < WORDS; ++i) {
            const cell &c = cells[i];
            const uint32_t noted = i == 0 ? first : SPLIT_SERIAL; // of the first word only
            if (c.is_split() || !goes_beside<HOW>(c.write, floor, noted, place) ||
                !goes_beside<HOW>(c.read[0], floor, noted, place) ||
                !goes_beside<HOW>(c.read[1], floor, noted, place))
                return false;
        }
        --now.turn;
        if (s != nullptr) {
            s->last = now.serial;
            s->was_read |= (HOW & READS) != 0;
        }
        atomic_record &mine = last_atomics[this_thread()];
        const uint64_t key = key_of(address);
        note_last_write(mine, key, cells[0].write);
        note_atomic(mine, key, code);
        for (unsigned i = 0; i < WORDS; ++i)
            remember<true>(cells[i], WHOLE_WORD, HOW, floor, place);
        return true;
    }
}

// Shortcut "atomics_in_turn": what that comes to where the threads of a block do one operation
// after another on a word of shared memory, at one place in the code.
template <unsigned HOW, unsigned BYTES>
inline __attribute__((always_inline)) bool is_atomic_in_turn(uintptr_t address, int order,
                                                             void *code) {
    if (!with::atomics_in_turn || BYTES != 4 || HOW != (READS | WRITES | ATOMIC | ADDS) ||
        block.interruptible == 0 || now.turn <= 1 || !now.is_simple || now.fences_matter ||
        now.scopes_of_block || order == order_of_block || !in_shared(address) ||
        address % BYTES != 0)
        return false;
    cell &c = *region_cell(address);
    const access last = c.write, mine_now = this_epoch().to(WHOLE_WORD, true, known_place(code));
    if (!last.is_of_any(mine_now) || !c.read[0].is_of_any(mine_now) ||
        !c.read[1].is_of_any(mine_now) || c.read[0].same_thread(c.read[1]))
        return false;
    --now.turn;
    now.met_another = true; // at least one of the two that have read
    atomic_record &mine = last_atomics[this_thread()];
    const uint64_t key = key_of(address);
    note_last_write(mine, key, last);
    note_atomic(mine, key, code);
    c.write = mine_now;
    if (!(c.read[0] == mine_now))
        c.read[1] = mine_now;
    return true;
}

} // namespace

} // namespace checker
} // namespace cuda_emulator

#endif
