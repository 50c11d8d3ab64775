// solos.h: shortcut "solos".
//
// Where a thread reads words one after another from one place, each begins a series, as the threads
// behind it may go on with it. Where that has taken up all the room, they become one, a solo. The
// claim: its reads have one epoch, so one entry says the same as a series for each word.
#ifndef CUDA_EMULATOR_SOLOS_H
#define CUDA_EMULATOR_SOLOS_H

#include "checker/slow_path.h"
#include "shortcuts.h"

namespace cuda_emulator {
namespace checker {

namespace {

// False if there are none of this thread.
inline bool begin_solo(byte_stretch &, access, uint64_t, unsigned &) {
    return false;
}
inline bool begin_solo(stretch &s, access mine, uint16_t bits, unsigned &which) {
    if (!with::solos)
        return false;
    const access solo = this_epoch().solo(mine.place());
    unsigned left = 0;
    which = stretch::READS;
    for (unsigned i = 0; i < stretch::READS; ++i) {
        const auto word = static_cast<unsigned>(__builtin_ctz(s.seen[i]));
        const bool is_mine = !mine.is_solo() && s.seen[i] == ((1u << mine.bytes()) - 1) << word &&
                             s.read[i] == this_epoch().series(word, mine.bytes(), mine.place());
        if (is_mine) {
            bits |= s.seen[i];
            if (which != stretch::READS)
                continue;
            which = left;
        }
        s.read[left] = s.read[i];
        s.seen[left++] = s.seen[i];
    }
    for (; left < stretch::READS; ++left) {
        s.read[left] = {};
        s.seen[left] = 0;
    }
    if (which == stretch::READS)
        return false;
    s.read[which] = solo;
    s.seen[which] = bits;
    return true;
}

// Whether a thread that begins a series of reads goes on with a solo, or may begin one where
// another thread did.
template <unsigned WORDS>
inline __attribute__((always_inline)) bool is_in_solo(stretch &s, access solo, void *code) {
    const batch &last = batch_from(code);
    if (!with::solos || last.code != code || last.shift != SOLO_SHIFT)
        return false;
    if (last.origin == origin_of_solo())
        return true;
    end_batches_of(s);
    for (unsigned i = 0; i < stretch::READS; ++i)
        if (s.read[i].is_solo() && s.read[i].is_beside(solo))
            return __builtin_popcount(s.seen[i]) > static_cast<int>(WORDS);
    return false;
}

} // namespace

} // namespace checker
} // namespace cuda_emulator

#endif
