// slow_path.h: what is done with an access, whatever it is to: the slow path, which is always
// right. It finds what is remembered of each word, looks whether the bytes may be used, and applies
// the rule (happens_before.h). The series that a quick access may have left there (fast/series.h)
// become cells first.
#ifndef CUDA_EMULATOR_SLOW_PATH_H
#define CUDA_EMULATOR_SLOW_PATH_H

#include "allocations.h"
#include "fast/batches.h"
#include "happens_before.h"
#include "strays.h"

#include "machine/program.h"

#include <algorithm>

namespace cuda_emulator {
namespace checker {

namespace {

// ------------------------------------------------------------------ words of which bytes differ

// Whether its bytes have cells of their own. Where what those held is forgotten, the word is whole
// again.
inline bool is_split(cell &c) {
    if (!c.is_split())
        return false;
    if (c.split_at() >= now.split_first)
        return true;
    c = {};
    return false;
}

// Gives the bytes of a word cells of their own. False if there are no more.
bool split(cell &c, const cell parts[4]) {
    if (4ull * (next_split + 1) * sizeof(cell) > SPLIT_BYTES)
        return false;
    c.split(next_split++, now.serial);
    copy_unseen(split_cells(c.number()), parts, 4 * sizeof(cell));
    return true;
}

__attribute__((noinline)) void touch_split(cell &c, unsigned bits, unsigned how, uint32_t floor,
                                           uint32_t place, const request &r) {
    if (!c.is_split()) {
        // Each byte gets what the word's cell knows of it.
        cell before[4];
        for (unsigned byte = 0; byte < 4; ++byte)
            before[byte] = {c.write.within(1u << byte),
                            {c.read[0].within(1u << byte), c.read[1].within(1u << byte)}};
        if (!split(c, before))
            return;
    }
    cell *parts = split_cells(c.number());
    for (unsigned byte = 0; byte < 4; ++byte)
        if ((bits >> byte & 1) != 0)
            touch_cell(parts[byte], 1u << byte, how, floor, place, r);
}

// ------------------------------------------------------------------ away from series

// What the series of a byte stretch say goes into cells, which take its place.
void use_cells_of_bytes(uintptr_t first) {
    byte_stretch s[2];
    copy_unseen(s, byte_stretch_at(first), sizeof s);
    stretch_is_broken(s[0]);
    uint64_t used = 0;
    for (const byte_stretch &each : s) {
        used |= each.written;
        for (const uint64_t seen : each.seen)
            used |= seen;
    }
    cell *const cells = region_cell(first);
    for (unsigned word = 0; word < stretch::WORDS; ++word) {
        cell parts[4];
        cells[word] = {};
        if ((used >> 4 * word & WHOLE_WORD) == 0)
            continue;
        cells[word] = cell_of_series(s[0], word, parts);
        if (cells[word].is_split() && !split(cells[word], parts))
            cells[word] = parts[0];
    }
}

// For an access to this word, and those behind it in the stretch. Returns where the next begins.
inline uintptr_t use_cells(uintptr_t word, unsigned how) {
    stretch &s = *stretch_at(word);
    const uintptr_t first = word / stretch::BYTES * stretch::BYTES;
    if (s.last == 0) {
        for (unsigned i = 0; i < stretch::WORDS; ++i)
            region_cell(first)[i] = cell_of_series(s, i);
        s.forget();
    } else if (s.last == stretch::OF_BYTES) {
        use_cells_of_bytes(first);
    }
    s.last = now.serial;
    s.was_read |= (how & READS) != 0;
    return first + stretch::BYTES;
}

// Where cells are in use, there are no batches.
inline void end_batches_at(uintptr_t address) {
    if (const stretch &s = *stretch_at(address); s.last <= stretch::AHEAD)
        end_batches_of(s);
}

inline void end_batches_in(uintptr_t address, size_t bytes) {
    for (uintptr_t at = address / stretch::BYTES * stretch::BYTES;
         at < address + bytes && has_stretches(at); at += stretch::BYTES)
        end_batches_at(at);
}

// ------------------------------------------------------------------ an access

template <unsigned HOW>
__attribute__((noinline)) void touch_words(uintptr_t address, size_t bytes, void *code) {
    end_batches_in(address, bytes);
    word_state *state;
    cell *c;
    uint32_t floor = now.floor;
    const bool shared = in_shared(address), of_image = !in_region(address);
    if (!of_image) {
        if (shared)
            floor = now.in_cluster ? now.floor : now.block_first;
        state = region_state(address);
        c = region_cell(address);
    } else if (on_own_stack(address)) {
        if (!are_well(address, bytes))
            touch_local(address, HOW, code, static_cast<unsigned>(bytes));
        return;
    } else if (in_image(address)) {
        state = image_state(address);
        c = image_cell(address);
        if ((HOW & WRITES) != 0 && is_constant(address)) {
            constant_store(address, HOW, code, static_cast<unsigned>(bytes));
            return;
        }
        if (state->is_unknown()) {
            if (is_variable_of_program(address))
                unknown_variable(address, HOW, code, static_cast<unsigned>(bytes));
            return;
        }
    } else {
        elsewhere(address, HOW, code, static_cast<unsigned>(bytes));
        return;
    }
    if (__builtin_expect(now.other_devices, false) && !shared && !of_image)
        look_whose(address, bytes, (HOW & WRITES) != 0, (HOW & ATOMIC) != 0, code);
    if (may_meet_copies(address, bytes) && !shared)
        kernel_meets_copies(address, bytes, (HOW & WRITES) != 0, (HOW & ATOMIC) != 0, code);
    const uint32_t place = place_number(code, static_cast<unsigned>(bytes));
    if ((HOW & ANY_SIZE) != 0)
        note_size(place, static_cast<unsigned>(bytes));
    request r = {address, address & ~uintptr_t(3), code, static_cast<unsigned>(bytes)};
    const bool of_stretches = has_stretches(address);
    uintptr_t next_stretch = r.word; // whose cells are not in use yet
    if ((address & 3) == 0 && bytes % 4 == 0 && bytes <= 16) {
        // Whole words, as most accesses are: here the compiler knows all the bits.
        for (size_t left = bytes; left != 0; left -= 4, ++state, ++c, r.word += 4) {
            if (!state->is_good(WHOLE_WORD)) {
                bad_state(address, address + (bytes - left), *state, WHOLE_WORD, HOW, code,
                          static_cast<unsigned>(bytes), of_image);
                if (state->allocated() != WHOLE_WORD)
                    return;
            }
            if (of_stretches && r.word >= next_stretch)
                next_stretch = use_cells(r.word, HOW);
            if (is_split(*c) || !touch_cell(*c, WHOLE_WORD, HOW, floor, place, r))
                touch_split(*c, WHOLE_WORD, HOW, floor, place, r);
        }
        return;
    }
    unsigned skip = address & 3;
    for (size_t left = bytes; left != 0; ++state, ++c, r.word += 4) {
        const unsigned count = static_cast<unsigned>(std::min<size_t>(4 - skip, left));
        const unsigned bits = ((1u << count) - 1) << skip;
        if (!state->is_good(bits)) {
            bad_state(address, address + (bytes - left), *state, bits, HOW, code,
                      static_cast<unsigned>(bytes), of_image);
            if ((~state->allocated() & bits) != 0)
                return;
        }
        if (of_stretches && r.word >= next_stretch)
            next_stretch = use_cells(r.word, HOW);
        if (is_split(*c) || !touch_cell(*c, bits, HOW, floor, place, r))
            touch_split(*c, bits, HOW, floor, place, r);
        left -= count;
        skip = 0;
    }
}

} // namespace

} // namespace checker
} // namespace cuda_emulator

#endif
