// access.h: an access to a word of memory, as it is remembered: 64 bits.
#ifndef CUDA_EMULATOR_ACCESS_H
#define CUDA_EMULATOR_ACCESS_H

#include <cstdint>

namespace cuda_emulator {
namespace checker {

// How an access is made, in one number. ANY_SIZE: accesses from this place in the code may be of
// different sizes. UNUSED: nobody uses what was there before. ADDS: comes to the same before and
// after others of the kind. VOLATILE: in memory that other blocks can use.
constexpr unsigned READS = 1, WRITES = 2, ATOMIC = 4, ANY_SIZE = 8, UNUSED = 16, ADDS = 32,
                   VOLATILE = 64;

// Serials are the checker's clock, one for all threads, as all of them run on one OS thread: every
// launch, block, barrier, __syncwarp() and fence draws the next one.
constexpr uint32_t MOST_SERIAL = 0x7ffffff0, SPLIT_SERIAL = 0x7fffffff;

// An access to a word, in 64 bits: its epoch, that is the serial (31 bits) and the thread (11),
// then the bytes of the word (4), whether it was atomic (1), and the place in the code (17). All 0:
// none.
class access {
public:
    access() = default;
    // An epoch: an access to nothing yet.
    access(uint32_t serial, unsigned thread)
        : bits_(uint64_t(serial) << SERIAL_SHIFT | uint64_t(thread) << THREAD_SHIFT) {}

    uint32_t serial() const { return static_cast<uint32_t>(bits_ >> SERIAL_SHIFT); }
    unsigned thread() const { return bits_ >> THREAD_SHIFT & 2047; }
    unsigned bytes() const { return bits_ >> BYTES_SHIFT & 15; }
    bool is_atomic() const { return (bits_ & ATOMIC) != 0; }
    uint32_t place() const { return static_cast<uint32_t>(bits_ & MOST_PLACE); }
    bool is_none() const { return bits_ == 0; }
    void forget() { bits_ = 0; }
    bool same_thread(access other) const {
        return ((bits_ ^ other.bits_) >> THREAD_SHIFT & 2047) == 0;
    }
    bool same_epoch(access other) const { return (bits_ ^ other.bits_) >> THREAD_SHIFT == 0; }

    // The access in this epoch.
    access to(unsigned bytes, bool atomic, uint32_t place) const {
        access a = *this;
        a.bits_ |= uint64_t(bytes) << BYTES_SHIFT | (atomic ? ATOMIC : 0) | place;
        return a;
    }
    void add_bytes(unsigned bytes) { bits_ |= uint64_t(bytes) << BYTES_SHIFT; }
    // Whether nothing tells the two apart but the bytes. Then one may have those of both.
    bool differs_in_bytes(access other) const { return ((bits_ ^ other.bits_) & ~BYTES) == 0; }
    void add_bytes_of(access other) { bits_ |= other.bits_ & BYTES; }
    // What it did to these bytes: none if nothing.
    access within(unsigned bytes) const {
        access a = *this;
        a.bits_ &= ~(uint64_t(15 & ~bytes) << BYTES_SHIFT);
        return a.bytes() != 0 ? a : access{};
    }
    bool is_before(access epoch) const { return bits_ < epoch.bits_; }
    // Whether it is to the same bytes, and atomic if the other is.
    bool is_like(access other) const { return ((bits_ ^ other.bits_) & (BYTES | ATOMIC)) == 0; }
    bool is_like_or_none(access other) const { return is_none() || is_like(other); }
    // Whether nothing tells the two apart but the thread.
    bool is_of_any(access other) const { return ((bits_ ^ other.bits_) & ~THREAD) == 0; }
    // Stands for another one of the same epoch, too: atomic only if both are. What a plain one
    // meets an atomic one need not, so that the place of the plain one is kept.
    __attribute__((always_inline)) void stand_for(access other) {
        if (is_atomic() && !other.is_atomic() && (bytes() & ~other.bytes()) == 0)
            *this = other;
        bits_ &= other.bits_ | ~ATOMIC;
        bits_ |= other.bits_ & BYTES;
    }

    // A series (see stretch): the access, and those alike of the other threads. In place of the
    // thread it has the one whose word would be the first of the stretch, plus 16; and in place of
    // the bytes, how many words a thread has.
    access series(unsigned word, unsigned words, uint32_t place) const {
        access a = *this;
        a.bits_ += uint64_t(16 - word / words) << THREAD_SHIFT;
        a.bits_ |= uint64_t(words) << BYTES_SHIFT | place;
        return a;
    }
    // The same of a column of threads, each as many threads behind the last one as a block is wide:
    // 2, 4, 8, 16, 32 or 64. Each has one word, and in place of their number is 8 and the step's
    // logarithm.
    access column(unsigned word, unsigned step, uint32_t place) const {
        access a = *this;
        a.bits_ += uint64_t(16 - word) << (THREAD_SHIFT + step);
        a.bits_ |= uint64_t(8 + step) << BYTES_SHIFT | place;
        return a;
    }
    bool is_column() const { return bytes() > 8; }
    // And of one thread, which has any of the words: a solo.
    access solo(uint32_t place) const {
        access a = *this;
        a.bits_ |= SOLO | place;
        return a;
    }
    bool is_solo() const { return (bits_ & BYTES) == SOLO; }
    // Of two series: whether they began at the same time and place, by whichever threads.
    bool is_beside(access other) const {
        constexpr uint64_t SERIAL = ~uint64_t(0) << SERIAL_SHIFT;
        return ((bits_ ^ other.bits_) & (SERIAL | MOST_PLACE)) == 0;
    }
    // Whether it is a column, and this epoch's access to the word is one more of it.
    bool has_in_column(access epoch, unsigned word, uint32_t place) const {
        return is_column() && epoch.column(word, bytes() - 8, place) == *this;
    }
    // The same where a thread has one or two bytes: plus 64, and 4 more than the bytes that it has.
    access byte_series(unsigned byte, unsigned bytes, uint32_t place) const {
        access a = *this;
        a.bits_ += uint64_t(64 - byte / bytes) << THREAD_SHIFT;
        a.bits_ |= uint64_t(4 + bytes) << BYTES_SHIFT | place;
        return a;
    }
    bool is_of_bytes() const { return bytes() == 5 || bytes() == 6; }
    // The series' access to a word; or, if it is one of bytes, to a byte, and to all of its word.
    access of_series(unsigned number) const {
        access a = *this;
        a.bits_ -= is_solo()       ? 0
                   : is_column()   ? uint64_t(16 - number) << (THREAD_SHIFT + bytes() - 8)
                   : is_of_bytes() ? uint64_t(64 - number / (bytes() - 4)) << THREAD_SHIFT
                                   : uint64_t(16 - number / bytes()) << THREAD_SHIFT;
        a.bits_ |= BYTES;
        return a;
    }
    // In place of a series that reads (see stretch): one that has written, before the one that
    // does now. No series is atomic.
    access as_earlier_write() const { return unpacked(bits_ | ATOMIC); }
    bool is_earlier_write() const { return is_atomic(); }
    access as_write() const { return unpacked(bits_ & ~ATOMIC); }
    // Of two series: whether a thread has as many words, and then each word is the same one's.
    bool has_words_of(access other) const { return bytes() == other.bytes(); }
    // Whether each word is the same thread's in both, at the same time.
    bool same_threads(access other) const { return (bits_ ^ other.bits_) >> BYTES_SHIFT == 0; }
    bool operator==(access other) const { return bits_ == other.bits_; }

    uint64_t packed() const { return bits_; }
    static access unpacked(uint64_t bits) {
        access a;
        a.bits_ = bits;
        return a;
    }

    static constexpr int THREAD_SHIFT = 22;
    static constexpr uint32_t MOST_PLACE = (1 << 17) - 1;

private:
    static constexpr int SERIAL_SHIFT = 33, BYTES_SHIFT = 18;
    static constexpr uint64_t ATOMIC = 1ull << 17, BYTES = 15ull << BYTES_SHIFT,
                              SOLO = 8ull << BYTES_SHIFT, THREAD = 2047ull << THREAD_SHIFT;
    uint64_t bits_;
    friend struct cell;
};

} // namespace checker
} // namespace cuda_emulator

#endif
