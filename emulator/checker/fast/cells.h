// cells.h: shortcuts "cells" and "cells_again".
//
// Where cells are in use, and all that they hold is in order with the access by launches and
// barriers, as can be seen at once, the rule comes to remember(). The claim: check() does nothing
// where is_in_order() holds, which is what is asked here, of all words before anything is changed.
#ifndef CUDA_EMULATOR_CELLS_H
#define CUDA_EMULATOR_CELLS_H

#include "checker/slow_path.h"
#include "shortcuts.h"

namespace cuda_emulator {
namespace checker {

namespace {

// Whether all that the cell holds is in order with the access, as can be seen at once; if so, the
// cell remembers it.
template <unsigned HOW>
inline __attribute__((always_inline)) bool fits_in(cell &c, unsigned bits, uint32_t floor,
                                                   uint32_t place) {
    const auto needs_look = [&](access a) {
        return (a.bytes() & bits) != 0 && !is_in_order<true>(a, floor);
    };
    if (needs_look(c.write))
        return false;
    for (const access read : c.read)
        if (HOW == WRITES ? needs_look(read) : read.is_atomic())
            return false;
    return remember<true>(c, bits, HOW, floor, place);
}

// Shortcut "cells_again": what remember() comes to in most cells of global memory. They hold what
// the same thread did, or what is over; or two other threads have read these bytes, and this one
// takes the place of the latest.
template <unsigned HOW>
inline __attribute__((always_inline)) bool goes_on_in_cell(cell &c, unsigned bits, uint32_t floor,
                                                           uint32_t place) {
    const access mine = this_epoch().to(bits, false, place);
    const access w = c.write, older = c.read[0], latest = c.read[1];
    const auto is_mine_or_over = [&](access a) { return a.serial() < floor || a.same_epoch(mine); };
    if (HOW == WRITES) {
        if (!is_mine_or_over(w) || w.is_atomic())
            return false;
        if (!older.is_none() || !latest.is_none()) {
            if (!is_mine_or_over(older) || !is_mine_or_over(latest))
                return false;
            for (access &read : c.read)
                if ((read.bytes() & ~bits) == 0 || read.serial() < floor)
                    read.forget();
        }
        c.write = mine;
        if (w.same_epoch(mine))
            c.write.add_bytes_of(w);
        return true;
    }
    if (!is_mine_or_over(w) || latest.is_atomic() || older.is_atomic())
        return false;
    if (latest.same_epoch(mine)) {
        c.read[1].add_bytes(bits);
        return true;
    }
    if (latest.serial() >= floor) {
        const bool stays = older.serial() >= now.phase_first
                               ? !older.same_thread(mine)
                               : older.serial() >= floor && older.serial() < now.block_first;
        if (!stays || !older.is_like(mine) || !latest.is_like(mine))
            return false;
    } else if (older.serial() >= floor) {
        return false;
    }
    c.read[1] = mine;
    return true;
}

// The same of all that an access has to do with, where cells are in use.
template <unsigned HOW, unsigned BYTES>
inline __attribute__((always_inline)) bool goes_on_in_cells(stretch &s, uintptr_t address,
                                                            void *code) {
    const uint32_t place = known_place(code), floor = now.floor;
    const unsigned first = address & 3;
    cell &c = *region_cell(address);
    if (!with::cells_again || place == 0 || may_meet_copies(address, BYTES))
        return false;
    if (BYTES >= 4) {
        for (unsigned i = 0; i < BYTES / 4; ++i)
            if (!goes_on_in_cell<HOW>((&c)[i], WHOLE_WORD, floor, place))
                return false;
    } else if (!c.is_split()) {
        if (!goes_on_in_cell<HOW>(c, ((1u << BYTES) - 1) << first, floor, place))
            return false;
    } else {
        if (c.split_at() < now.split_first)
            return false;
        for (unsigned byte = first; byte < first + BYTES; ++byte)
            if (!goes_on_in_cell<HOW>(split_cells(c.number())[byte], 1u << byte, floor, place))
                return false;
    }
    s.last = now.serial;
    s.was_read |= HOW == READS;
    return true;
}

template <unsigned HOW, unsigned BYTES>
inline __attribute__((always_inline)) bool fits_in_cells(uintptr_t address, void *code) {
    constexpr unsigned WORDS = BYTES < 4 ? 1 : BYTES / 4;
    const unsigned first = address & 3,
                   bits = BYTES < 4 ? ((1u << BYTES) - 1) << first : WHOLE_WORD;
    const uint32_t place = known_place(code);
    if (!with::cells || bits > WHOLE_WORD || (BYTES >= 4 && first != 0) || place == 0)
        return false;
    uint32_t floor = now.block_first;
    const last_meeting *met = nullptr;
    if (!in_shared(address)) {
        floor = now.floor;
        stretch &s = *stretch_at(address);
        if (may_meet_copies(address, BYTES)) {
            met = &last_meeting_from(code);
            if (!met->is_again(address, BYTES, HOW == WRITES, code))
                return false;
        }
        if (s.last < floor || address % stretch::BYTES + BYTES > stretch::BYTES)
            return false;
        s.last = now.serial;
        s.was_read |= HOW == READS;
    } else if (now.in_cluster) {
        return false;
    }
    word_state *const states = region_state(address);
    for (unsigned i = 0; i < WORDS; ++i) {
        if (HOW == WRITES && (~states[i].allocated() & bits) == 0)
            states[i].set_written(bits);
        if (!states[i].is_good(bits))
            return false;
        cell &c = region_cell(address)[i];
        if (!c.is_split()) {
            if (!fits_in<HOW>(c, bits, floor, place))
                return false;
            continue;
        }
        if (BYTES >= 4 || c.split_at() < now.split_first)
            return false;
        for (unsigned byte = first; byte < first + BYTES; ++byte)
            if (!fits_in<HOW>(split_cells(c.number())[byte], 1u << byte, floor, place))
                return false;
    }
    if (met != nullptr)
        met->count();
    return true;
}

} // namespace

} // namespace checker
} // namespace cuda_emulator

#endif
