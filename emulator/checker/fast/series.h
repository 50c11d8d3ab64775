// series.h: shortcut "series", and "bytes".
//
// Threads that follow one another mostly use words that follow one another, in global memory: then
// their accesses from one place in the code are one series, 64 bits for sixteen words (stretch.h).
// The claim: whether a series is in order with another one can be said of all of their words
// together, if it is by launches and barriers only, which order all threads alike (is_over), or if
// each word is the same thread's in both. Else the words go into cells, and the rule decides.
#ifndef CUDA_EMULATOR_SERIES_H
#define CUDA_EMULATOR_SERIES_H

#include "checker/slow_path.h"
#include "shortcuts.h"
#include "solos.h"

#include <type_traits>

namespace cuda_emulator {
namespace checker {

namespace {

// Whether all that a series has done happens before what this thread does, whichever it is.
inline bool is_over(access series, uint32_t floor) {
    const uint32_t serial = series.serial();
    return serial < floor ||
           (serial < now.launch_first ? done_before_launch(serial)
                                      : in_this_block(serial) && serial < now.phase_first);
}

// Whether nothing is lost without a series of reads: of each of its words two other threads' reads
// are known, which is what a cell remembers, and which are not earlier ones.
template <class Stretch>
bool is_spare(const Stretch &s, unsigned which, const bool (&over)[Stretch::READS]) {
    const access series = s.read[which];
    if (series.is_earlier_write())
        return false;
    uint64_t known = 0, known_twice = 0;
    for (unsigned i = 0; i < Stretch::READS; ++i) {
        const access other = s.read[i];
        bool counts = i != which && !other.is_earlier_write() && other.has_words_of(series) &&
                      (over[which] || !over[i]);
        for (unsigned earlier = 0; earlier < i; ++earlier)
            counts = counts && (earlier == which || !s.read[earlier].same_thread(other));
        if (counts) {
            known_twice |= known & s.seen[i];
            known |= s.seen[i];
        }
    }
    return (s.seen[which] & ~known_twice) == 0;
}

// Whether the cells would know nothing of a series of reads: of those of a word they would keep the
// first one, of another block, and the last.
template <class Stretch> bool is_between(const Stretch &s, unsigned which) {
    const access first = s.read[0], series = s.read[which], last = s.read[Stretch::READS - 1];
    return !first.is_earlier_write() && !series.is_earlier_write() && !last.is_earlier_write() &&
           !in_this_block(first.serial()) && first.serial() != series.serial() &&
           (s.seen[which] & ~(s.seen[0] & s.seen[Stretch::READS - 1])) == 0;
}

// Shortcut "last_gives_way": what begin_read() and drop_read() come to most often, where many
// threads read the same words from one place: nothing is over, and the last series has to give way
// to one that differs from it in the thread only.
template <class Stretch> inline bool last_gives_way(Stretch &s, access mine) {
    const access first = s.read[0], second = s.read[1], last = s.read[Stretch::READS - 1];
    if (!with::last_gives_way || !last.is_of_any(mine))
        return false;
    end_batches_of(stretch_of(s));
    if ((s.written != 0 && s.write.serial() >= now.floor) || !first.has_words_of(last) ||
        !second.has_words_of(last) || first.same_thread(second) ||
        (s.seen[Stretch::READS - 1] & ~(s.seen[0] & s.seen[1])) != 0)
        return false;
    bool none_is_over = true;
    for (const access read : s.read)
        none_is_over &= read.serial() >= now.launch_first &&
                        read.serial() - now.block_first >= now.phase_first - now.block_first;
    return none_is_over;
}

// Makes room for a series of reads behind the others. False if all of them are needed.
template <class Stretch> __attribute__((noinline)) bool drop_read(Stretch &s, uint32_t floor) {
    end_batches_of(stretch_of(s));
    bool over[Stretch::READS];
    for (unsigned i = 0; i < Stretch::READS; ++i)
        over[i] = is_over(s.read[i], floor);
    unsigned which = Stretch::READS;
    for (unsigned i = 0; i < Stretch::READS && which == Stretch::READS; ++i)
        if (over[i] && is_spare(s, i, over))
            which = i;
    for (unsigned i = Stretch::READS; i-- > 0 && which == Stretch::READS;)
        if (is_spare(s, i, over))
            which = i;
    for (unsigned i = 1; i + 1 < Stretch::READS && which == Stretch::READS; ++i)
        if (is_between(s, i))
            which = i;
    if (which == Stretch::READS)
        return false;
    for (; which + 1 < Stretch::READS; ++which) {
        s.read[which] = s.read[which + 1];
        s.seen[which] = s.seen[which + 1];
    }
    return true;
}

// The number of a series of reads that nobody needs; or READS.
template <class Stretch> unsigned room_for_read(const Stretch &s, uint32_t floor) {
    unsigned i = 0;
    while (i < Stretch::READS && s.seen[i] != 0 &&
           (s.read[i].serial() >= floor || s.read[i].is_earlier_write()))
        ++i;
    return i;
}

// Begins a series of reads, and says which of the stretch it is. False if the stretch has no room
// for it, or if it has to be looked at word by word whether it is in order with the write.
template <class Stretch>
__attribute__((noinline)) bool begin_read(Stretch &s, access mine, typename Stretch::mask bits,
                                          uint32_t floor, unsigned &which) {
    if (last_gives_way(s, mine)) {
        which = Stretch::READS - 1;
        s.read[which] = mine;
        s.seen[which] = bits;
        return true;
    }
    if (s.written != 0 && !s.write.same_threads(mine) && !is_over(s.write, floor))
        return false;
    bool any_earlier = false;
    for (const access read : s.read)
        any_earlier |= read.is_earlier_write();
    for (unsigned i = 0; any_earlier && i < Stretch::READS; ++i)
        if (s.read[i].is_earlier_write() && s.seen[i] != 0 && !is_over(s.read[i], floor))
            return false;
    if (s.written != 0)
        end_batches_of(stretch_of(s));
    unsigned i = room_for_read(s, floor);
    if (i == Stretch::READS) {
        if (!drop_read(s, floor))
            return begin_solo(s, mine, bits, which);
        --i;
    }
    s.read[i] = mine;
    s.seen[i] = bits;
    stretch_of(s).was_read = true;
    which = i;
    return true;
}

// Makes room for a write behind the last one, of which nothing is forgotten but the words that the
// new one has. False if there is none, or if the two are not in order. A byte stretch has its own
// place for what an earlier launch has written.
inline bool put_write_behind(byte_stretch &, uint64_t, uint32_t) {
    return false;
}
inline bool put_write_behind(stretch &s, unsigned bits, uint32_t floor) {
    const auto rest = static_cast<uint16_t>(s.written & ~bits);
    unsigned i = 0;
    while (i < stretch::READS && s.seen[i] != 0)
        ++i;
    if (!is_over(s.write, floor) || (i == stretch::READS && rest != 0))
        return false;
    if (rest != 0) {
        s.read[i] = s.write.as_earlier_write();
        s.seen[i] = rest;
    }
    return true;
}

template <class Stretch>
__attribute__((noinline)) bool begin_write(Stretch &s, access mine, typename Stretch::mask bits,
                                           uint32_t floor) {
    end_batches_of(stretch_of(s));
    for (unsigned i = 0; i < Stretch::READS; ++i)
        if (s.seen[i] != 0 && !s.read[i].same_threads(mine) && !is_over(s.read[i], floor))
            return false;
    if (s.written != 0 && s.write.serial() >= floor && !put_write_behind(s, bits, floor))
        return false;
    const bool all_over = are_forgotten(s, floor);
    for (unsigned i = 0; i < Stretch::READS; ++i)
        if (s.seen[i] == 0 || (all_over && s.read[i].is_earlier_write())) {
            s.read[i] = {}; // which goes on only after it has been compared with this
            s.seen[i] = 0;
        }
    s.write = mine;
    s.written = 0;
    s.write_to(bits);
    return true;
}

// Whether a series of reads may go on there: of this phase.
template <class Stretch> bool is_being_read(const Stretch &s) {
    bool result = false;
    for (const access read : s.read)
        result = result || read.serial() >= now.phase_first;
    return result;
}

} // namespace

} // namespace checker
} // namespace cuda_emulator

#endif
