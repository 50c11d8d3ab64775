// in_series.h: an access that begins a series, or goes on with one (series.h).
#ifndef CUDA_EMULATOR_IN_SERIES_H
#define CUDA_EMULATOR_IN_SERIES_H

#include "columns.h"
#include "series.h"
#include "solos.h"

namespace cuda_emulator {
namespace checker {

namespace {

// Whether the words may be used so, as far as they are written. What is written the first time is
// noted.
template <unsigned HOW, unsigned WORDS>
inline __attribute__((always_inline)) bool are_good(word_state *states) {
    for (unsigned i = 0; i < WORDS; ++i)
        if (!states[i].is_good(WHOLE_WORD)) {
            if (HOW != WRITES || states[i].allocated() != WHOLE_WORD)
                return false;
            states[i].set_written(WHOLE_WORD);
        }
    return true;
}

template <unsigned HOW> bool are_good_bytes(word_state &state, unsigned bits) {
    if (HOW == WRITES && (~state.allocated() & bits) == 0)
        state.set_written(bits);
    return state.is_good(bits);
}

// Whether each access to the stretch has to be compared with copies: no series begins there.
inline bool meets_copies(uintptr_t address) {
    const uintptr_t first = address / stretch::BYTES * stretch::BYTES;
    return may_meet_copies(first, stretch::BYTES) && copies_touch(first, stretch::BYTES);
}

// An access to so many whole words, of a series. False if they have to be looked at one by one.
template <unsigned HOW, unsigned WORDS>
inline __attribute__((always_inline)) bool touch_stretch(uintptr_t address, void *code) {
    const uint32_t place = place_number(code, 4 * WORDS);
    stretch &s = *stretch_at(address);
    const uint32_t floor = now.floor;
    if (__builtin_expect(s.last != 0, false)) {
        if (s.last == stretch::AHEAD)
            end_batches_of(s);
        if (!is_forgotten(s, address, floor))
            return false;
        s.forget();
    }
    const unsigned word = address / 4 % stretch::WORDS;
    const access mine = this_epoch().series(word, WORDS, place);
    const unsigned bits = ((1u << WORDS) - 1) << word;
    if ((HOW & READS) != 0) {
        unsigned i = 0;
        while (i < stretch::READS && !(s.read[i] == mine))
            ++i;
        if (i < stretch::READS)
            s.seen[i] |= static_cast<uint16_t>(bits);
        else if (meets_copies(address))
            return false;
        else if (!with::columns || WORDS != 1 || word == 0 ||
                 !read_in_column(s, mine, word, floor)) {
            const access solo = this_epoch().solo(place);
            const bool is_in = is_in_solo<WORDS>(s, solo, code);
            if (is_in)
                i = static_cast<unsigned>(std::find(s.read, s.read + stretch::READS, solo) -
                                          s.read);
            if (i < stretch::READS)
                s.seen[i] |= static_cast<uint16_t>(bits);
            else if (!begin_read(s, is_in ? solo : mine, static_cast<uint16_t>(bits), floor, i))
                return false;
            if (with::batches && HOW == READS && (s.written == 0 || is_over(s.write, floor)))
                begin_batch<WORDS>(address, s.read[i], false, i, code);
        }
    }
    if ((HOW & WRITES) != 0) {
        if (s.write == mine)
            s.write_to(bits);
        else if (meets_copies(address))
            return false;
        else if (!with::columns || WORDS != 1 || word == 0 || !write_in_column(s, mine, word)) {
            if (!begin_write(s, mine, static_cast<uint16_t>(bits), floor))
                return false;
            if (with::batches && HOW == WRITES && !is_being_read(s))
                begin_batch<WORDS>(address, mine, true, 0, code);
        }
    }
    return true;
}

// The same of one or two bytes. Where nothing else is known of the stretch, it becomes one of
// bytes.
template <unsigned HOW, unsigned BYTES> bool touch_byte_stretch(uintptr_t address, void *code) {
    const uint32_t place = place_number(code, BYTES);
    const uint32_t floor = now.floor;
    byte_stretch &s = *byte_stretch_at(address);
    if (stretch_at(address)->last == stretch::AHEAD)
        end_batches_of(*stretch_at(address));
    if ((stretch_at(address)->last != stretch::OF_BYTES && breaks_stretches(place)) ||
        !begin_bytes(address))
        return false;
    const unsigned byte = address % stretch::BYTES;
    const access mine = this_epoch().byte_series(byte, BYTES, place);
    const uint64_t bits = ((uint64_t(1) << BYTES) - 1) << byte;
    if ((HOW & READS) != 0) {
        unsigned i = 0;
        while (i < stretch::READS && !(s.read[i] == mine))
            ++i;
        if (i < stretch::READS)
            s.seen[i] |= bits;
        else if (!begin_read(s, mine, bits, floor, i))
            return false;
        else if (with::batches && HOW == READS && (s.written == 0 || is_over(s.write, floor)))
            begin_batch_of_bytes<BYTES>(address, mine, false, i, code);
    }
    if ((HOW & WRITES) != 0) {
        if (s.write == mine)
            s.write_to(bits);
        else if (!begin_write(s, mine, bits, floor))
            return false;
        else if (with::batches && HOW == WRITES && !is_being_read(s))
            begin_batch_of_bytes<BYTES>(address, mine, true, 0, code);
    }
    return true;
}

// Most accesses: in global memory, of one, two or four whole words, or of one or two bytes.
template <unsigned HOW, unsigned BYTES>
inline __attribute__((always_inline)) bool touch_in_series(uintptr_t address, void *code) {
    constexpr unsigned WORDS = BYTES / 4;
    if constexpr ((HOW & ~(READS | WRITES)) != 0 ||
                  (WORDS != 1 && WORDS != 2 && WORDS != 4 && BYTES != 1 && BYTES != 2) ||
                  !(BYTES < 4 ? with::bytes : with::series)) {
        return false;
    } else if constexpr (BYTES < 4) {
        const unsigned bits = ((1u << BYTES) - 1) << (address & 3);
        return has_stretches(address) && address % BYTES == 0 && !now.other_devices &&
               !meets_copies(address) &&
               (are_good_bytes<HOW>(*region_state(address), bits) ||
                (end_batches_of(*stretch_at(address)) &&
                 are_good_bytes<HOW>(*region_state(address), bits))) &&
               touch_byte_stretch<HOW, BYTES>(address, code);
    } else {
        return has_stretches(address) && address % BYTES == 0 && !now.other_devices &&
               (are_good<HOW, WORDS>(region_state(address)) ||
                (end_batches_of(*stretch_at(address)) &&
                 are_good<HOW, WORDS>(region_state(address)))) &&
               touch_stretch<HOW, WORDS>(address, code);
    }
}

} // namespace

} // namespace checker
} // namespace cuda_emulator

#endif
