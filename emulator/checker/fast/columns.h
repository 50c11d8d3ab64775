// columns.h: shortcut "columns".
//
// In a block of 2, 4, 8, 16, 32 or 64 threads to a row, those of a column follow one another as
// many threads apart. Their accesses to words that follow one another are a series, too. The claim
// is that of series.h: which thread had a word follows from the word.
#ifndef CUDA_EMULATOR_COLUMNS_H
#define CUDA_EMULATOR_COLUMNS_H

#include "series.h"

namespace cuda_emulator {
namespace checker {

namespace {

// Whether a series that began at the word before this one is a column, whose second word this is.
// Then it becomes one.
inline bool as_column(access series, access mine, unsigned word, access &column) {
    const access first = series.of_series(word - 1), second = mine.of_series(word);
    const unsigned apart = second.thread() - first.thread();
    if (series.bytes() != 1 || apart < 2 || apart > 64 || (apart & (apart - 1)) != 0)
        return false;
    column = this_epoch().column(word, static_cast<unsigned>(__builtin_ctz(apart)), mine.place());
    return true;
}

// An access to one word, not the first of the stretch, which is none of the series `mine` that it
// would be one of if threads followed one another. Whether it is one of a column.
[[maybe_unused]] __attribute__((noinline)) bool read_in_column(stretch &s, access mine,
                                                               unsigned word, uint32_t floor) {
    for (unsigned i = 0; i < stretch::READS; ++i) {
        if (!s.read[i].is_beside(mine))
            continue;
        if (!s.read[i].has_in_column(this_epoch(), word, mine.place())) {
            access column;
            if (!as_column(s.read[i], mine, word, column))
                continue;
            end_batches_of(s);
            if (s.seen[i] != 1u << (word - 1) || (s.written != 0 && !is_over(s.write, floor)))
                continue;
            s.read[i] = column;
        }
        s.seen[i] |= static_cast<uint16_t>(1u << word);
        return true;
    }
    return false;
}

[[maybe_unused]] __attribute__((noinline)) bool write_in_column(stretch &s, access mine,
                                                                unsigned word) {
    if (!s.write.is_beside(mine))
        return false;
    if (!s.write.has_in_column(this_epoch(), word, mine.place())) {
        access column;
        if (!as_column(s.write, mine, word, column))
            return false;
        end_batches_of(s);
        bool is_alone = s.written == 1u << (word - 1);
        for (unsigned i = 0; i < stretch::READS; ++i)
            is_alone = is_alone && (s.seen[i] == 0 || s.read[i].is_earlier_write());
        if (!is_alone)
            return false;
        for (unsigned i = 0; i < stretch::READS; ++i)
            if (s.seen[i] == 0)
                s.read[i] = {}; // none goes on, as in begin_write
        s.write = column;
    }
    s.write_to(1u << word);
    return true;
}

// The same of a column, or a solo.
template <unsigned HOW, unsigned BYTES>
inline __attribute__((always_inline)) bool goes_on_in_column(stretch &s, uintptr_t address,
                                                             void *code) {
    const unsigned word = address / 4 % stretch::WORDS, bits = ((1u << BYTES / 4) - 1) << word;
    const uint32_t place = known_place(code);
    const access solo = this_epoch().solo(place);
    if (!with::goes_on)
        return false;
    const auto has = [&](access series) {
        return series == solo || (BYTES == 4 && series.has_in_column(this_epoch(), word, place));
    };
    if (HOW == WRITES && has(s.write)) {
        s.write_to(bits);
        return true;
    }
    for (unsigned i = 0; HOW == READS && i < stretch::READS; ++i)
        if (has(s.read[i])) {
            s.seen[i] |= static_cast<uint16_t>(bits);
            return true;
        }
    return false;
}

} // namespace

} // namespace checker
} // namespace cuda_emulator

#endif
