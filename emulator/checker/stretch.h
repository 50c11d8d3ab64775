// stretch.h: what is remembered of the accesses to a word, and to sixteen that follow one another.
#ifndef CUDA_EMULATOR_STRETCH_H
#define CUDA_EMULATOR_STRETCH_H

#include "access.h"

#include <cstddef>
#include <cstring>

namespace cuda_emulator {
namespace checker {

// The shadow of a word. A word of which threads use different bytes is split: it has four cells
// more, one for each byte, and here their number and the serial at which it was split.
struct cell {
    access write; // the last one
    access read[2];

    bool is_split() const { return write.serial() == SPLIT_SERIAL; }
    uint32_t number() const { return static_cast<uint32_t>(write.bits_); }
    uint32_t split_at() const { return static_cast<uint32_t>(read[0].bits_); }
    void split(uint32_t number, uint32_t serial) {
        write = access(SPLIT_SERIAL, 0);
        write.bits_ |= number;
        read[0].bits_ = serial;
        read[1].bits_ = 0;
    }
};

// The shadow of sixteen words. Mostly threads that follow one another use words that follow one
// another: then their accesses from one place in the code are one series, 64 bits for all of them,
// and nothing is in the words' cells. When something comes that does not fit in, the series go into
// the cells, and stay there until all that they hold is forgotten.
struct alignas(64) stretch {
    using mask = uint16_t;
    static constexpr unsigned WORDS = 16, BYTES = 64, READS = 5;
    static constexpr uint32_t OF_BYTES = 1, AHEAD = 2; // no kernel's access has these serials
    // The reads in the order in which they began. Among them are earlier writes, as far as the last
    // one has not come to their words.
    access write, read[READS];
    uint16_t written;      // words of the series
    uint16_t seen[READS];  // and of each that reads
    uint32_t was_read : 1; // some word, at any time
    // The serial of the last access in the cells. 0: they are not in use; OF_BYTES: they are the
    // memory of a byte_stretch, and the series above are not in use; AHEAD: as 0, and a batch may
    // have come here already, which has to end before anything else does.
    uint32_t last : 31;

    // The words of some bits become those of a write, which is the last access to them then.
    void write_to(unsigned bits) {
        written |= static_cast<uint16_t>(bits);
        uint64_t four; // together
        static_assert(READS == 5, "four, and one more");
        std::memcpy(&four, seen, sizeof four);
        four &= ~(0x0001000100010001u * uint64_t(bits));
        std::memcpy(seen, &four, sizeof four);
        seen[4] &= static_cast<uint16_t>(~bits);
    }
    // Whether accesses from this serial on may be known that count.
    template <class Counts> bool may_have(uint32_t floor, Counts counts) const {
        if (last != 0 && last != AHEAD)
            return last == OF_BYTES || last >= floor;
        bool any = write.serial() >= floor && counts(write.serial());
        for (const access series : read)
            any = any || (series.serial() >= floor && counts(series.serial()));
        return any;
    }
    void forget() {
        write = {};
        written = 0;
        for (unsigned i = 0; i < READS; ++i) {
            read[i] = {};
            seen[i] = 0;
        }
        last = 0;
    }
};
static_assert(sizeof(stretch) == 64, "a cache line, for 64 bytes");

// The same where a thread has one byte, or two: a series has a bit for each byte. It lies where the
// stretch's cells would be, and gives way to them as the series of words do. Behind it lies another
// one: what an earlier launch has done there, and this one has not done again.
struct byte_stretch {
    using mask = uint64_t;
    static constexpr unsigned READS = stretch::READS;
    access write;
    uint64_t written;
    access read[READS];
    uint64_t seen[READS];

    void write_to(uint64_t bits) {
        written |= bits;
        for (uint64_t &bytes : seen)
            bytes &= ~bits;
    }
    void forget() {
        write = {};
        written = 0;
        for (unsigned i = 0; i < READS; ++i) {
            read[i] = {};
            seen[i] = 0;
        }
    }
};
static_assert(2 * sizeof(byte_stretch) <= stretch::WORDS * sizeof(cell), "in place of the cells");

} // namespace checker
} // namespace cuda_emulator

#endif
