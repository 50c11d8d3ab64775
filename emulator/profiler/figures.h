// figures.h: what is counted, and how a request is: from the addresses of its lanes alone.
#ifndef CUDA_EMULATOR_PROFILER_FIGURES_H
#define CUDA_EMULATOR_PROFILER_FIGURES_H

#include <cstddef>
#include <cstdint>

namespace cuda_emulator {
namespace profiler {

constexpr unsigned LANES = 32;        // of a warp
constexpr unsigned SECTOR_BYTES = 32; // what global memory is moved by
constexpr unsigned BANKS = 32; // of shared memory, each of which serves a word of 4 bytes at a time
constexpr unsigned WORD_BYTES = 4;

enum class access : unsigned char { load, store, atomic };
enum class memory_space : unsigned char { global, shared, local, constant, texture };

// An access of the program: its place in the code, and what it does.
struct instruction {
    std::uintptr_t place; // the address that the compiler's call returns to
    access kind;
    memory_space space;
    unsigned char bytes; // of each lane

    bool operator<(const instruction &other) const {
        if (place != other.place)
            return place < other.place;
        if (kind != other.kind)
            return kind < other.kind;
        return space != other.space ? space < other.space : bytes < other.bytes;
    }
};

// What most requests have in common: a majority vote, in which each that differs takes one away.
struct usual_stride {
    std::ptrdiff_t bytes = 0; // from lane to lane
    std::uint64_t votes = 0;

    void vote(std::ptrdiff_t stride, std::uint64_t count) {
        if (stride == bytes)
            votes += count;
        else if (votes >= count)
            votes -= count;
        else
            bytes = stride, votes = count - votes;
    }
};

// Sums over the requests of a place in the source.
struct figures {
    std::uint64_t requests = 0;
    std::uint64_t lanes = 0; // that took part in them
    std::uint64_t bytes = 0; // that they asked for
    // What the memory moves at a time: sectors of global memory, wavefronts of shared memory,
    // addresses of constant memory. And the fewest for the same bytes.
    std::uint64_t moved = 0;
    std::uint64_t ideal = 0;
    std::uint64_t at_one_address = 0; // of atomic operations: the most lanes of a request that meet
    usual_stride stride; // of those requests whose lanes lie evenly, in rows of the block

    std::uint64_t excess() const { return moved - ideal; }
    void add(const figures &other) {
        requests += other.requests, lanes += other.lanes, bytes += other.bytes,
            moved += other.moved;
        ideal += other.ideal, at_one_address += other.at_one_address;
        stride.vote(other.stride.bytes, other.stride.votes);
    }
};

// Of the requests of a place the one with the most excess, or the first of these.
struct worst_request {
    std::uint64_t excess = 0;
    std::uint32_t lanes = 0; // that take part, a bit each; 0: there is none
    std::uintptr_t address[LANES] = {};
    unsigned bytes = 0;               // of each lane
    unsigned block[3] = {}, warp = 0; // whose it was

    bool is_outdone_by(std::uint64_t other) const { return lanes == 0 || other > excess; }
    void add(const worst_request &other) {
        if (other.lanes != 0 && is_outdone_by(other.excess))
            *this = other;
    }
};

// What is known of a place in the source.
struct counted_place {
    figures sum;
    worst_request worst;
    void add(const counted_place &other) {
        sum.add(other.sum);
        worst.add(other.worst);
    }
};

enum class branch_kind : unsigned char {
    if_else,
    loop,
    switch_case,
    choice, // ?:
    logical_and,
    logical_or
};

// Sums over the passes of warps through a branch, or over the turns of a loop.
struct branch_figures {
    std::uint64_t passes = 0;  // of warps: of a branch; turns of a loop
    std::uint64_t divided = 0; // of these, behind which a warp's threads went on differently
    // Of an "if" the passes in which a thread found the condition true, of a switch the arms that
    // were taken, of a loop its turns; and the threads that did so.
    std::uint64_t entered = 0;
    std::uint64_t inside = 0;

    void add(const branch_figures &other) {
        passes += other.passes, divided += other.divided;
        entered += other.entered, inside += other.inside;
    }
};

// Counts one request: `count` lanes, each with an address and its number in the warp, by number.
// But for how they lie.
struct lane_address {
    std::uintptr_t address;
    unsigned lane;
};
void count_request(figures &sum, const instruction &what, const lane_address *lanes,
                   unsigned count);
// And the pass of a warp through a branch, where an address is 1 for true and 0 for false, or the
// number of an arm; or through a loop, where it is the number of turns.
struct ways {
    std::uint64_t most, sum;
    unsigned distinct, lanes;
};
ways ways_of(const lane_address *lanes, unsigned count);
void count_branch(branch_figures &sum, branch_kind kind, const ways &taken);

} // namespace profiler
} // namespace cuda_emulator

#endif
