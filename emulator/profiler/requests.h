// requests.h: which accesses of a warp's threads are one request.
//
// Threads of a warp make a request together if they are at the same place in the code and in the
// same turn of every loop around it: they have the same key. Where two requests of a list have one
// key (a loop that the rewriter has not marked), a thread's first access belongs to the first one,
// its second one to the second.
//
// The threads come one after the other. The first one makes the list of what it does. Another one
// mostly does the same, and goes along the list: as long as it does it is in step. Where it does
// something else it looks in an index.
#ifndef CUDA_EMULATOR_PROFILER_REQUESTS_H
#define CUDA_EMULATOR_PROFILER_REQUESTS_H

#include "figures.h"

#include <array>
#include <cstdint>
#include <vector>

namespace cuda_emulator {
namespace profiler {

// What is known of the memory space at an access: the rest its address tells.
enum class own_space : unsigned char { unknown, local, texture, branch };

// An instruction in one word.
struct packed_instruction {
    std::uint64_t bits;

    packed_instruction(std::uintptr_t place, access kind, unsigned bytes, own_space space)
        : bits(place | static_cast<std::uint64_t>(kind) << 48 |
               static_cast<std::uint64_t>(space) << 50 | static_cast<std::uint64_t>(bytes) << 56) {}
    std::uintptr_t place() const { return bits & ((1ull << 48) - 1); }
    access kind() const { return static_cast<access>(bits >> 48 & 3); }
    own_space space() const { return static_cast<own_space>(bits >> 50 & 3); }
    unsigned bytes() const { return static_cast<unsigned>(bits >> 56); }
};

struct request {
    std::uint64_t key;
    packed_instruction what;
    // The address that lane 0 has, or would have; from lane to lane; and from row to row of a block
    // that is less wide than a warp. If they do not lie so, they are in a list of their own.
    std::uintptr_t first;
    std::ptrdiff_t stride, pitch;
    std::uint32_t lanes;    // that have come, a bit each
    std::uint32_t apart;    // the number of the list of addresses, from 1 on; or 0
    std::uint32_t previous; // with the same key, if there is an index; or NONE
};
constexpr std::uint32_t NONE = ~0u;

// Where a thread is in its warp's list.
struct follower {
    std::uint32_t next = 0; // request, if it goes on as the thread before it did
    std::uint32_t list = 0; // the number of the list that it is about
    bool in_step = true;    // has come in all requests before that one, and in no other
};

class request_list {
public:
    // Blocks are so wide.
    void begin_block(unsigned width) {
        row_shift_ = width < LANES && (width & (width - 1)) == 0
                         ? static_cast<unsigned>(__builtin_ctz(width))
                         : 5;
        row_mask_ = (1u << row_shift_) - 1;
    }
    // The thread that is this lane makes an access. As most are: the one that the threads before it
    // have made here, and where it lies evenly with theirs; or nothing is done, and this is false.
    inline __attribute__((always_inline)) bool
    come_in_step(follower &f, unsigned lane, std::uint64_t key, std::uintptr_t address) {
        if (f.next >= count_ || !f.in_step)
            return false;
        request &r = all_[f.next];
        if (r.key != key || r.apart != 0 || address != even(r, lane))
            return false;
        r.lanes |= 1u << lane;
        ++f.next;
        return true;
    }
    // As any is.
    void come(follower &f, unsigned lane, std::uint64_t key, packed_instruction what,
              std::uintptr_t address);

    bool empty() const { return all_.empty(); }
    std::size_t size() const { return all_.size(); }
    std::uint32_t number() const { return number_; }
    bool is_passed_by(const follower &f) const { return f.in_step && f.next == all_.size(); }

    const std::vector<request> &all() const { return all_; }
    // The address of its first lane.
    std::uintptr_t address_of_first(const request &r) const {
        const auto lane = static_cast<unsigned>(__builtin_ctz(r.lanes));
        return r.apart != 0 ? apart_[r.apart - 1][lane] : even(r, lane);
    }
    // Writes down the lanes of a request, with their addresses, and returns how many they are.
    unsigned lanes_of(const request &r, lane_address *lanes) const {
        unsigned count = 0;
        for (unsigned left = r.lanes; left != 0; left &= left - 1) {
            const auto lane = static_cast<unsigned>(__builtin_ctz(left));
            lanes[count++] = {r.apart != 0 ? apart_[r.apart - 1][lane] : even(r, lane), lane};
        }
        return count;
    }
    void clear() {
        all_.clear();
        count_ = 0;
        apart_.clear();
        index_.clear();
        ++number_;
    }

private:
    std::uintptr_t even(const request &r, unsigned lane) const {
        return r.first + static_cast<std::uintptr_t>(r.stride) * (lane & row_mask_) +
               static_cast<std::uintptr_t>(r.pitch) * (lane >> row_shift_);
    }
    bool fits_now(request &r, unsigned lane, std::uintptr_t address) const;
    void join(request &r, unsigned lane, std::uintptr_t address);
    void join_unevenly(request &r, unsigned lane, std::uintptr_t address);
    void come_otherwise(follower &f, unsigned lane, std::uint64_t key, packed_instruction what,
                        std::uintptr_t address);
    std::uint32_t add(std::uint64_t key, packed_instruction what, unsigned lane,
                      std::uintptr_t address);
    void make_index(std::size_t places);
    std::uint32_t &place_in_index(std::uint64_t key);

    std::vector<request> all_;
    std::uint32_t count_ = 0; // of all_: its own size() takes a division
    std::vector<std::array<std::uintptr_t, LANES>> apart_;
    std::vector<std::uint32_t> index_; // by key: the last request that has it; or NONE
    std::uint32_t number_ = 1;
    unsigned row_shift_ = 5, row_mask_ = LANES - 1;
};

} // namespace profiler
} // namespace cuda_emulator

#endif
