// releases.h: what fences.cpp remembers: of each place that an atomic operation has touched, what
// was released there, and of each thread, what it has acquired.
#ifndef CUDA_EMULATOR_RELEASES_H
#define CUDA_EMULATOR_RELEASES_H

#include "order.h"

#include <array>
#include <memory>
#include <unordered_map>
#include <vector>

namespace cuda_emulator {
namespace checker {

struct sync_place;

// "All that the log of the place held up to this length."
struct view {
    const sync_place *place;
    size_t length;
    bool of_block; // only what threads of the same block have released: the scope of the operation
    bool operator==(const view &other) const {
        return place == other.place && length == other.length && of_block == other.of_block;
    }
};
using views = std::vector<view>;

// Of each lane of a warp: its accesses with smaller serials.
using lane_bounds = std::array<uint32_t, WARP_SIZE>;

struct release_entry {
    uint32_t block;       // the first serial of the block that released
    unsigned thread;      // in it
    uint32_t own_bound;   // that thread's accesses with smaller serials are released,
    uint32_t phase_bound; // those of the whole block before the last barrier too,
    // those of threads that had passed a fence of their own before a barrier,
    std::shared_ptr<const std::vector<uint32_t>> fenced;
    // and what lanes of the thread's warp had done before a __syncwarp().
    std::shared_ptr<const lane_bounds> lanes;
    tile_barrier tile;                      // or its threads before it
    std::shared_ptr<const views> inherited; // what it and releasers before it had acquired
    bool of_the_device;
};

struct sync_place {
    std::vector<release_entry> log;
    std::unordered_map<uint32_t, std::vector<size_t>> by_block;
    std::vector<size_t> inheriting; // entries that inherit more than those before
};

// The last volatile load of a thread from a place.
struct volatile_load {
    uintptr_t address;
    access epoch;
    // The thread has made a volatile store behind it, and passed no fence in between: what it has
    // passed on is no message.
    bool is_used = false;
    met_store met = {}; // by another thread of the block, if it may be a message
};

struct thread_order {
    uint32_t block = 0; // all of this is of that block
    uint32_t own_bound = 0, phase_bound = 0;
    bool of_the_device = false;
    views pending, acquired;
    // What a fence of the thread, or of other lanes, has passed.
    std::shared_ptr<const lane_bounds> lanes;
    tile_barrier tile; // only of its own
    std::vector<volatile_load> loads;

    void begin(uint32_t its_block) {
        block = its_block;
        own_bound = phase_bound = 0;
        of_the_device = false;
        pending.clear(); // and keep their memory
        acquired.clear();
        lanes.reset();
        tile = {};
        loads.clear();
    }
};

} // namespace checker
} // namespace cuda_emulator

#endif
