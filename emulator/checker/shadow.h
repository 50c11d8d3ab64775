// shadow.h: inside of the checker: the shadow memory, in which it remembers accesses, and what the
// files of the checker need of one another (see README.md).
#ifndef CUDA_EMULATOR_SHADOW_H
#define CUDA_EMULATOR_SHADOW_H

#include "machine/process_copy.h"
#include "runtime/observer.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

namespace cuda_emulator {
namespace checker {

// The calls on the stack of the host, the innermost first: return addresses.
struct call_stack {
    static constexpr int MOST = 12; // some of which are the emulator's own
    void *calls[MOST] = {};

    bool operator<(const call_stack &other) const {
        return std::lexicographical_compare(calls, calls + MOST, other.calls, other.calls + MOST);
    }
};
// Those of the function that asks.
call_stack calls_here();

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
    // memory of a byte_stretch, and the series above are not in use; AHEAD: as 0, and a streak may
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

// What is known of the four bytes of a word, a bit for each: whether they are allocated, and
// whether they are written. Beside local variables, written and not allocated is a gap.
class word_state {
public:
    word_state() = default;
    constexpr word_state(bool allocated, bool written)
        : bits_(static_cast<uint8_t>((allocated ? 0xF0 : 0) | (written ? 0x0F : 0))) {}

    unsigned allocated() const { return bits_ >> 4; }
    unsigned written() const { return bits_ & 15; }
    bool is_unknown() const { return bits_ == 0; }
    // Whether all of these bytes are allocated and written.
    bool is_good(unsigned bytes) const {
        return (bits_ & (bytes | bytes << 4)) == (bytes | bytes << 4);
    }
    // The same of all bytes of so many words.
    template <unsigned WORDS> static bool are_good(const word_state *first) {
        std::conditional_t<WORDS == 1, uint8_t, std::conditional_t<WORDS == 2, uint16_t, uint32_t>>
            all;
        std::memcpy(&all, first, WORDS);
        return all == decltype(all)(~0u);
    }
    void set_written(unsigned bytes) { bits_ |= static_cast<uint8_t>(bytes); }
    void set_written_as(word_state other) {
        bits_ = static_cast<uint8_t>((bits_ & 0xF0) | other.written());
    }
    // The same of eight words.
    static void set_eight_written_as(word_state *first, const word_state *others) {
        constexpr uint64_t WRITTEN = 0x0f0f0f0f0f0f0f0f;
        uint64_t mine, other;
        std::memcpy(&mine, first, sizeof mine);
        std::memcpy(&other, others, sizeof other);
        mine = (mine & ~WRITTEN) | (other & WRITTEN);
        std::memcpy(static_cast<void *>(first), &mine, sizeof mine);
    }
    // Whether all of so many words is written, a multiple of eight.
    template <unsigned WORDS> static bool are_written(const word_state *first) {
        constexpr uint64_t WRITTEN = 0x0f0f0f0f0f0f0f0f;
        uint64_t all = WRITTEN;
        for (unsigned i = 0; i < WORDS; i += 8) {
            uint64_t eight;
            std::memcpy(&eight, first + i, sizeof eight);
            all &= eight;
        }
        return all == WRITTEN;
    }
    // These bytes become what they are there.
    void set(unsigned bytes, word_state other) {
        const unsigned both = bytes | bytes << 4;
        bits_ = static_cast<uint8_t>((bits_ & ~both) | (other.bits_ & both));
    }

    // The same for whole words, quickly.
    static void fill(word_state *first, size_t count, word_state state) {
        std::memset(static_cast<void *>(first), state.bits_, count);
    }

private:
    uint8_t bits_;
};

// Addresses are fixed, so that an access finds its cell without a load, and reports are the same
// every time.
#ifdef __wasm__
// Of 2 GiB of addresses. The linker leaves the range free (site/engine/link.js), between the stack
// and the program's variables, and a browser takes memory as it is written.
constexpr uintptr_t REGION = 0x1000000;
constexpr size_t REGION_BYTES = 1u << 27;
constexpr uintptr_t STATES = REGION + REGION_BYTES;
constexpr uintptr_t STRETCHES = STATES + REGION_BYTES / 4;
constexpr size_t STRETCHES_BYTES = REGION_BYTES;
constexpr uintptr_t CELLS = STRETCHES + STRETCHES_BYTES;
constexpr uintptr_t SPLIT_CELLS = CELLS + REGION_BYTES / 4 * sizeof(cell);
constexpr size_t SPLIT_BYTES = 1u << 27;
constexpr uintptr_t LOCAL_STATES = SPLIT_CELLS + SPLIT_BYTES;
constexpr size_t LOCAL_BYTES = 1u << 28; // for 1 GiB: the program's variables and its heap
#else
constexpr uintptr_t REGION = 0x100000000000;
constexpr size_t REGION_BYTES = 1ull << 36;
constexpr uintptr_t STATES = 0x140000000000;
constexpr uintptr_t STRETCHES = 0x160000000000;
constexpr size_t STRETCHES_BYTES = REGION_BYTES; // as many as they are about
constexpr uintptr_t CELLS = 0x180000000000;
constexpr uintptr_t SPLIT_CELLS = 0x200000000000;
constexpr size_t SPLIT_BYTES = 1ull << 36;
constexpr uintptr_t LOCAL_STATES = 0x300000000000;
constexpr size_t LOCAL_BYTES = 1ull << 34; // for four times as many of all stacks together
#endif
constexpr uintptr_t PAGE = 4096;
constexpr size_t STATIC_SHARED_BYTES = 1 << 20, SHARED_BYTES = 2 << 20; // the region's beginning

// Stacks have states only: 0 but for the variables that local_begins knows, and the gaps beside
// them.
inline word_state *local_state(uintptr_t address) {
    return reinterpret_cast<word_state *>(LOCAL_STATES) + ((address >> 2) & (LOCAL_BYTES - 1));
}

inline cell *split_cells(uint32_t number) {
    return reinterpret_cast<cell *>(SPLIT_CELLS) + 4ull * number;
}

// Part of the address space with cells.
struct area {
    uintptr_t base;
    size_t bytes;
    word_state *states;
    cell *cells;
};
// What the device can reach.
constexpr bool in_region(uintptr_t address) {
    return address - REGION < REGION_BYTES;
}
constexpr bool in_shared(uintptr_t address) {
    return address - REGION < SHARED_BYTES;
}
inline word_state *region_state(uintptr_t address) {
    return reinterpret_cast<word_state *>(STATES) + ((address - REGION) >> 2);
}
inline cell *region_cell(uintptr_t address) {
    return reinterpret_cast<cell *>(CELLS) + ((address - REGION) >> 2);
}
// Not of shared memory, whose words most threads of a block use, at one time or another.
inline bool has_stretches(uintptr_t address) {
    return address - (REGION + SHARED_BYTES) < REGION_BYTES - SHARED_BYTES;
}
inline stretch *stretch_at(uintptr_t address) {
    return reinterpret_cast<stretch *>(STRETCHES) + (address - REGION) / stretch::BYTES;
}
inline byte_stretch *byte_stretch_at(uintptr_t address) {
    return reinterpret_cast<byte_stretch *>(region_cell(address & ~uintptr_t(63)));
}
inline stretch &stretch_of(stretch &s) {
    return s;
}
inline stretch &stretch_of(byte_stretch &s) {
    return *stretch_at(REGION + (reinterpret_cast<uintptr_t>(&s) - CELLS) / sizeof(cell) * 4);
}
// Whether nothing that it knows has to be remembered.
template <class Stretch> bool are_forgotten(const Stretch &s, uint32_t floor) {
    bool result = s.write.serial() < floor;
    for (const access read : s.read)
        result &= read.serial() < floor;
    return result;
}
// The same of all that is known at the address.
inline bool is_forgotten(const stretch &s, uintptr_t address, uint32_t floor) {
    return s.last == stretch::OF_BYTES ? are_forgotten(*byte_stretch_at(address), floor)
                                       : s.last < floor && are_forgotten(s, floor);
}
extern area image; // the program's own variables, of which some are the device's
inline bool in_image(uintptr_t address) {
    return address - image.base < image.bytes;
}
inline word_state *image_state(uintptr_t address) {
    return image.states + ((address - image.base) >> 2);
}
inline cell *image_cell(uintptr_t address) {
    return image.cells + ((address - image.base) >> 2);
}

// What the series of a stretch, which has no cells in use, say of one of its words.
cell cell_of_series(const stretch &s, unsigned word);
// The same of those of a byte stretch: a split cell with the number 0, if the bytes need parts.
cell cell_of_series(const byte_stretch &s, unsigned word, cell parts[4]);
// What is known of a word, and of its bytes if the cell is split. False for memory of which the
// checker remembers nothing.
inline bool look_up(uintptr_t address, cell &found, cell parts[4]) {
    if (!in_region(address) && !in_image(address))
        return false;
    const uint32_t last = has_stretches(address) ? stretch_at(address)->last : ~0u;
    const unsigned word = address / 4 % stretch::WORDS;
    if (last == stretch::OF_BYTES)
        found = cell_of_series(*byte_stretch_at(address), word, parts);
    else if (last == 0 || last == stretch::AHEAD)
        found = cell_of_series(*stretch_at(address), word);
    else
        found = in_region(address) ? *region_cell(address) : *image_cell(address);
    if (found.is_split() && found.number() != 0)
        copy_unseen(parts, split_cells(found.number()), 4 * sizeof(cell));
    return true;
}

// Where the kernel is that runs. One kernel runs at a time.
struct running {
    uint32_t serial = 2;   // the last one drawn; none is stretch::OF_BYTES or AHEAD
    uint32_t floor;        // what has a smaller one was done before this launch
    uint32_t launch_first; // the serial with which the launch began
    uint32_t host_floor;   // that of the first operation the host has not waited for; 0: none
    uint32_t issued;       // how many operations have been
    uint32_t split_first;  // split cells with a smaller one are of words that were forgotten
    uint32_t block_first;  // the serial with which the block began
    uint32_t phase_first;  // and with which its last barrier was passed
    bool several_blocks;   // of the launch take turns, so that serials of other ones lie between
    bool meets_copies;     // some copy is not in order with this launch
    bool other_devices;    // there are such, whose memory it may not be able to use
    bool is_simple;        // neither several blocks nor other devices
    const launch_info *launch;
    long turn;         // accesses until another thread may have to run
    access turn_began; // which thread ran then, in which phase
    bool takes_turns;  // the block's threads do: some wait for others
    // Where memory lies that cudaHostRegister has made the device's and copies use.
    uintptr_t registered_low, registered_high;
    bool atomic_of_block; // the last atomic operation is one of the block's scope
    bool scopes_of_block; // there have been such
    bool atomic_adds;     // the last one only adds: several come to the same in any order
    // In this launch, so that another order of its blocks and threads may be another matter:
    bool passed_fence;
    bool met_another;     // an atomic operation met another thread's,
    bool met_other_place; // and one at another place in the code, which are not both to add
    bool fences_matter;   // some were passed in launches that this one may come after, or in it
    unsigned long long accesses; // to shared memory and what the program has allocated, as compiled
    struct totals {
        unsigned long long launches, threads, accesses;
    } all; // of kernels; while one runs, without its accesses
};
extern running now;
inline bool on_own_stack(uintptr_t address) {
    const fiber_details &mine = details_of(block.current);
    return address - reinterpret_cast<uintptr_t>(mine.stack_low) <
           static_cast<uintptr_t>(mine.stack_high - mine.stack_low);
}
// The thread that runs, and the epoch of its accesses.
inline unsigned this_thread() {
    return access::unpacked(checked_thread.epoch).thread();
}
inline access this_epoch() {
    return access::unpacked(checked_thread.epoch);
}
extern uint32_t next_split; // the number of the next four cells that no word has

enum class mistake {
    race,
    out_of_bounds,
    use_after_free,
    unwritten,
    host_memory,   // touched by a kernel
    device_memory, // touched by the host
    index,
    misaligned,
    wrong_free,
    wrong_kind, // of a copy
    inactive_source,
    leak,
    failed_call,
    unused_result,
    beyond_device, // what no device could do, and the emulator can
    constant_store,
    no_peer_access, // memory of another device
    other_device,   // whose stream a launch is given
    left_barrier,   // threads that have left, and others that wait: a warning
    // The following are warnings.
    equal_stores,     // of several threads: a race by the rules
    wide_shift,       // by as many bits as there are, or more
    never_read,       // memory that a kernel has written
    lost_output,      // of printf in a kernel
    partly_unwritten, // what a copy to the host reads
    unknown_kind,     // in a comment that ignores
    // The following are what the runtime itself reports. No comment ignores them.
    stack_overflow,
    endless_loop,
    refused_launch,
    other,
};

// A launch or a copy, for the words of a finding.
struct work_note {
    const char *call = nullptr; // of a copy
    call_stack issued;
    bool legacy = false, blocking = true;
    int device = 0;
    call_stack stream_made;
    unsigned graph_run = 0; // of whose graph it is a node's work; 0: none
};

// The same, for as long as it may run at the same time as something that comes later.
struct operation {
    uint32_t number, stream;
    uint32_t first; // its first serial
    size_t first_block = 0;
    const kernel_info *kernel = nullptr;
    dim3 grid, block;
    std::shared_ptr<work_note> note;
};

// What an atomic operation lacks for one access to happen before the other.
enum class order_lacks {
    nothing, // known
    both_fences,
    fence_after,  // the atomic operation of the later thread
    fence_before, // that of the earlier one
    device_fence, // the earlier thread's fence is one of its block
    atomic_store, // the earlier thread has stored plainly
};

// One side of a finding.
struct doing {
    void *code = nullptr; // the return address of the access
    std::string place;    // or file:line, if the compiler has said it
    bool by_kernel = false, writes = false, atomic = false;
    size_t bytes = 0;
    unsigned thread = 0;
    uint3 block = {};
    dim3 block_dim;
    std::string kernel;
    std::shared_ptr<const work_note> work; // if it is one of two that are not in order
};

struct finding {
    mistake what;
    doing first, second; // second: the earlier one of a race
    bool has_second = false;
    uintptr_t address = 0;
    std::string variable; // a whole sentence, or empty
    call_stack here;      // the call that found it
    call_stack allocated; // those that allocated and freed what it is about
    call_stack freed;
    bool same_block = false, same_warp = false;
    bool same_line_writes = false; // all threads run one line, and write the same address there
    // An atomic operation that may have been meant to order the two, and why it does not.
    void *ordering = nullptr;
    bool ordering_is_volatile = false;
    order_lacks lacks = order_lacks::nothing;
    void *plain_store = nullptr;
    std::string detail, missing;
    std::vector<std::string> likewise; // more places of the same, in words
    std::vector<finding> same_cause;   // races of the same variable, at other lines
    bool warning = false;              // told, and not counted among the mistakes
    unsigned long count = 1;
    bool told = false;
    bool ignored = false;    // a comment in the source says so
    bool in_reverse = false; // found in the reverse order of blocks and threads
    static constexpr size_t NONE = ~size_t(0);
    size_t leader = NONE;     // the number of the finding that it is told with, if there is one:
    bool other_lines = false; // at other lines, but of the same cause
};

// memory.cpp
bool reserve_memory();
// Describes what lies at the address into the finding, and what a stray beside it lacks.
void describe(uintptr_t address, finding &f);
std::string missing_of_index(bool negative);
// Whether a copy or cudaMemset has written only a part of these bytes, and no member of a struct:
// it was of bytes beside them too, or of three of four.
bool is_cut(uintptr_t first, size_t bytes);
bool is_freed(uintptr_t address);
// Counts the allocations, and what is freed.
extern std::atomic<uint32_t> allocations_changed;
// The calls that have allocated memory, in their order.
std::vector<call_stack> calls_that_allocate();
// Something that no hook tells of reads the memory at the address: a copy, a texture.
void is_read(uintptr_t address);
bool is_constant(uintptr_t address);
// Local variables: forgets those of a launch that was given up; finds the one at or near the
// address, or null.
void forget_locals();
const local_note *nearest_local(uintptr_t address);
void refresh_dynamic_shared(size_t bytes, bool first_block);
void refresh_file_shared();
void check_shared_limits(const launch_info &launch);
// Where blocks take turns, another one's shared memory comes to lie at the same addresses.
void put_shared_away();
void bring_shared_back();
void report_leaked_memory();
void report_unread_memory();
void look_for_unwritten(const copy_side &from, const call_stack &copy);
bool frees_were_refused();
// The parts in use of the region, and of what is remembered of it.
std::vector<process_copy::instead::part> memory_in_use();

// symbols.cpp
// Whether a variable of the program lies there that is certainly not the device's.
bool find_host_variable(uintptr_t address, std::string &description);

// races.cpp
// Places in the code are numbered as they come up.
struct code_place {
    void *code;
    unsigned bytes; // of each access from there; 0: not each the same
    bool of_block;  // the scope of an atomic operation
    bool adds;      // it does
    bool of_volatile = false;
};
extern std::vector<code_place> codes;
extern uint32_t *number_of_code; // by offset in the program
extern uintptr_t code_base, code_bytes;
uint32_t new_place(void *code, unsigned bytes);
// The place itself; or, where it is in a function that compilers make to copy a struct, the call of
// that: as long as the access lasts.
void *who_copies(void *code);
// An access from there has these bytes, and others may have had another number of them.
void note_size(uint32_t place, unsigned bytes);
// bytes: that an access from there has.
inline uint32_t place_number(void *code, unsigned bytes) {
    const uintptr_t at = reinterpret_cast<uintptr_t>(code) - code_base;
    if (at >= code_bytes)
        return 0;
    const uint32_t number = number_of_code[at];
    return __builtin_expect(number != 0, true) ? number : new_place(code, bytes);
}
// 0: none yet.
inline uint32_t known_place(void *code) {
    const uintptr_t at = reinterpret_cast<uintptr_t>(code) - code_base;
    return at < code_bytes ? number_of_code[at] : 0;
}
void reserve_places();
void *place_code(uint32_t number);
bool is_of_block(uint32_t place); // whether atomic operations from there have the block's scope
inline bool only_adds(uint32_t place) { // whether they do
    return codes[place].adds;
}
bool is_volatile(uint32_t place); // whether accesses from there are
void note_volatile(uint32_t place);
// Its remembered access, in a launch that is remembered too.
doing earlier_access(access a, bool writes, const operation &launch);
size_t blocks_so_far();
void forget_accesses();
doing this_access(void *code, bool writes, bool atomic, unsigned bytes);
// `bits`: the bytes of the word at `word` that the access at `address` has to do with.
void report_race(uintptr_t address, uintptr_t word, access before, bool before_writes, void *code,
                 bool writes, bool atomic, unsigned bytes, unsigned bits);
// A word was read that nothing had written, which is the finding of this number.
void read_unwritten(uintptr_t address, size_t finding);
// Whether the access happens before what the current thread does, though no barrier says so.
bool ordered_otherwise(access before);
// Adds the findings about two plain stores, now that the later one is done: whether of equal
// values.
void judge_stores();
// For each lane of the current thread's warp, the serial up to which all that it did happens before
// the thread by __syncwarp(). Null if there was none in this phase.
const uint32_t *ordered_lanes();
uint32_t next_serial();
uint32_t block_of_serial(uint32_t serial); // its first serial
inline bool in_this_block(uint32_t serial) {
    return serial >= now.block_first && (__builtin_expect(!now.several_blocks, true) ||
                                         block_of_serial(serial) == now.block_first);
}
void turn_is_over(void *code); // of the access

// streams.cpp
// Returns the first serial of what is not done before this launch.
uint32_t launch_is_issued(const launch_info &launch);
void wait_for_all(); // the host does
bool done_before_launch(uint32_t serial);
void launch_is_over();
// False if it is forgotten: then the host has waited for it.
bool find_operation(uint32_t serial, operation &found);
std::shared_ptr<work_note> work_of_launch();
std::string missing_before_launch(const work_note &earlier);
// A kernel, if one runs, prints from there.
void note_output(void *code);
void report_lost_output();
// Whether a copy that is not in order with the launch touches some of these bytes.
bool copies_touch(uintptr_t address, size_t bytes);
// From a place in the code a kernel may meet such copies a million times. What that has found:
struct meeting_place {
    void *code;
    bool writes;
    size_t finding;          // its number
    unsigned long uncounted; // how often it has come up again, which the finding does not know
    meeting_place *other;    // of another copy, in the same bytes
};
// The last that an access from there has met: the same copies as all in these bytes.
struct last_meeting {
    meeting_place *first = nullptr;
    uintptr_t low = 0, high = 0;

    bool is_again(uintptr_t address, size_t bytes, bool writes, void *code) const {
        return address >= low && address + bytes <= high && first->code == code &&
               first->writes == writes;
    }
    void count() const {
        for (meeting_place *place = first; place != nullptr; place = place->other)
            ++place->uncounted;
    }
};
constexpr unsigned MEETINGS = 64;
extern last_meeting last_meetings[MEETINGS];
inline last_meeting &last_meeting_from(void *code) {
    return last_meetings[reinterpret_cast<uintptr_t>(code) % MEETINGS];
}
void count_meetings(); // the findings get to know of them
// Pages of which none touches anything, as far as that has been looked up in this launch: that of
// the address at its number of these.
constexpr unsigned KNOWN_PAGES = 256;
extern uintptr_t pages_without_copies[KNOWN_PAGES];
// Whether one may: without a call.
inline bool may_meet_copies(uintptr_t address, size_t bytes) {
    const uintptr_t page = address / PAGE;
    return __builtin_expect(now.meets_copies, false) &&
           (pages_without_copies[page % KNOWN_PAGES] != page ||
            (address + bytes - 1) / PAGE != page);
}
void kernel_meets_copies(uintptr_t address, size_t bytes, bool writes, bool atomic, void *code);
void host_meets(uintptr_t address, size_t bytes, bool writes, bool atomic, void *code);
// Whether nothing that the host has not waited for has to do with the page.
bool is_quiet(uintptr_t page);

// fences.cpp
void forget_order();
// How much there is to forget.
size_t order_size();
void order_at_fence(bool of_the_device);
void order_at_barrier();
void order_lanes(unsigned warp, unsigned group);
// Called before and after an atomic operation.
void atomic_begins(uintptr_t address, void *code);
// of_block: it orders the threads of a block only.
void atomic_done(uintptr_t address, bool reads, bool writes, bool of_block, void *code);

// The last atomic operation of a thread, and the last write of another one at its place before it.
// Or the last message that it has taken. These are of the block, and blocks that take turns have an
// OS thread each.
struct atomic_record {
    uint32_t block, phase;
    void *code;
    uint64_t key;
    access other;
    bool fenced; // since
};
extern CUDA_EMULATOR_THREAD atomic_record last_atomics[1024];
extern CUDA_EMULATOR_THREAD unsigned last_in_block; // the thread of the block's last one

// Of a place in memory. The same address of __shared__ memory is another one in each block.
inline __attribute__((always_inline)) uint64_t key_of(uintptr_t address) {
    if (!in_shared(address))
        return address;
    return (uint64_t(1) << 63) | (uint64_t(now.block_first) << 21) | (address - REGION);
}
// Before an atomic operation, what the last write at its place was, if that was another's.
inline __attribute__((always_inline)) void note_last_write(atomic_record &mine, uint64_t key,
                                                           access last) {
    const bool again = mine.block == now.block_first && mine.key == key;
    if (!again || (!last.same_epoch(this_epoch()) && !last.is_none()))
        mine.other = last;
}
// And behind it.
inline __attribute__((always_inline)) void note_atomic(atomic_record &mine, uint64_t key,
                                                       void *code) {
    mine.block = now.block_first;
    mine.phase = now.phase_first;
    mine.code = code;
    mine.key = key;
    mine.fenced = false;
    last_in_block = this_thread();
}
// A store of another thread that a volatile load has met: `bits` are the bytes of the word.
struct met_store {
    access store;
    uintptr_t word;
    void *code; // of the load
    unsigned bytes, bits;
};
// Called before a volatile load, or store; the second one where the load has met a store.
void volatile_load_begins(uintptr_t address);
void volatile_load_meets(const met_store &store);
void volatile_store_begins();
// Called after a volatile store, or load.
void message_sent(uintptr_t address);
void message_taken(uintptr_t address, void *code);
// Whether the earlier access and the thread's own are a volatile load and what it takes a message
// from, a volatile store or an atomic operation behind a fence.
bool is_message(uintptr_t address, access before, bool before_writes, bool writes);
// Whether the current thread's last atomic operation, or its block's, may have been meant to order
// an earlier access before what the thread does now, and what is missing for it.
void explain_order(access before, uint32_t its_block, finding &f);
bool known(access before, uint32_t its_block);

// devices.cpp
// A kernel uses memory where there are several devices.
void look_whose(uintptr_t address, size_t bytes, bool writes, bool atomic, void *code);

// orders.cpp
extern bool in_reverse; // this process is the copy that runs a launch in the reverse order
// As a launch begins: in the copy it comes back a second time.
void prepare_second_order(const launch_info &launch);
// As it ends: adds what the other order has shown. The copy does not come back.
void look_at_second_order();
// In the copy.
void thread_runs_in_reverse();
void barrier_passed_in_reverse();
void block_begins_in_reverse();
bool gives_way_to_others();

// hooks.cpp
bool in_api_call();   // the calling thread
bool several_hosts(); // more than one thread has called the API
// Puts the checker on the list of observers, once.
void begin();

// leaks.cpp: all but memory, in the order in which leaks are told.
enum class thing_kind { object, stream, event };
void made(thing_kind kind, const char *what, uint64_t handle, const call_stack &calls);
void destroyed(thing_kind kind, uint64_t handle);
void report_leaked_things();

// findings.cpp
void never_read(uintptr_t address, void *code);
void lost_output(void *code, const std::string &kernel);
// A copy to the host reads so many bytes, of which nothing has written some.
void partly_unwritten(const call_stack &copy, uintptr_t first, size_t unwritten, size_t bytes);
void launch_unanswered(const call_stack &launch);
void leaked(const std::string &what, const call_stack &made);
// The first place in the program, file:line, among these calls. Empty if there is none.
std::string place_of_calls(const call_stack &stack);
void beyond_device(const std::string &place, const std::string &detail, const std::string &missing,
                   const std::string &kernel = "");
// Returns the number of the finding; found_again makes it one time more, take_back one fewer.
// at_once: tells of it, if no kernel runs.
size_t add(finding f, bool at_once = true);
void found_again(size_t number, unsigned long times = 1);
void take_back(size_t number);
size_t findings_so_far();
unsigned long errors_so_far(); // with how often each of them came up
// From that number on, those that are about one launch and that the checker itself has found.
std::vector<finding> errors_of_kernels(size_t from);
// Prints what is new; results that nobody looks at only at the end, when they are all known.
void tell(bool at_the_end = false);

} // namespace checker
} // namespace cuda_emulator

#endif
