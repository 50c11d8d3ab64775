// goes_on.h: shortcut "goes_on".
//
// An access of a series that goes on adds its bit to it. The claim: what a series had to be
// compared with it has been compared with when it began, and nothing else has come since, or the
// series would have ended.
#ifndef CUDA_EMULATOR_GOES_ON_H
#define CUDA_EMULATOR_GOES_ON_H

#include "columns.h"

namespace cuda_emulator {
namespace checker {

namespace {

// What touch() does, where a series only goes on. False, and nothing is done, elsewhere.
template <unsigned HOW, unsigned BYTES>
inline __attribute__((always_inline)) bool goes_on(stretch &s, uintptr_t address, void *code) {
    constexpr unsigned WORDS = BYTES / 4;
    if (!with::goes_on)
        return false;
    const unsigned word = address / 4 % stretch::WORDS;
    const access mine = this_epoch().series(word, WORDS, known_place(code));
    const unsigned bits = ((1u << WORDS) - 1) << word;
    if (HOW == WRITES && s.write == mine) {
        s.write_to(bits);
        return true;
    }
    const auto is = [&](unsigned i) {
        if (!(s.read[i] == mine))
            return false;
        s.seen[i] |= static_cast<uint16_t>(bits);
        return true;
    };
    static_assert(stretch::READS == 5, "these");
    // There is one only, or the latest one is at the end.
    return HOW == READS && (is(0) || is(4) || is(3) || is(2) || is(1));
}

template <unsigned HOW, unsigned BYTES>
inline __attribute__((always_inline)) bool goes_on_by_bytes(byte_stretch &s, uintptr_t address,
                                                            void *code) {
    if (!with::goes_on)
        return false;
    const unsigned byte = address % stretch::BYTES;
    const access mine = this_epoch().byte_series(byte, BYTES, known_place(code));
    const uint64_t bits = ((uint64_t(1) << BYTES) - 1) << byte;
    if (HOW == WRITES && s.write == mine) {
        s.write_to(bits);
        return true;
    }
    for (unsigned i = 0; HOW == READS && i < stretch::READS; ++i)
        if (s.read[i] == mine) {
            s.seen[i] |= bits;
            return true;
        }
    return false;
}

} // namespace

} // namespace checker
} // namespace cuda_emulator

#endif
