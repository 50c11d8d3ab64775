// fences.cpp: order that atomic operations and fences make, between blocks and within one.
//
// Every place that an atomic operation has touched keeps a log of releases: who had passed a fence
// before, and so has made visible what. Logs only grow, so what a thread has acquired from a place
// is the length that the log had then.
#include "shadow.h"

#include <unordered_map>

namespace cuda_emulator {
namespace checker {

namespace {

struct sync_place;

// "All that the log of the place held up to this length."
struct view {
    const sync_place *place;
    size_t length;
};
using views = std::vector<view>;

struct release_entry {
    uint32_t block;       // the first serial of the block that released
    unsigned thread;      // in it
    uint32_t own_bound;   // that thread's accesses with smaller serials are released,
    uint32_t phase_bound; // those of the whole block before the last barrier too,
    // and those of threads that had passed a fence of their own before a barrier.
    std::shared_ptr<const std::vector<uint32_t>> fenced;
    std::shared_ptr<const views> inherited; // what the thread had acquired itself
    bool of_the_device;
};

struct sync_place {
    std::vector<release_entry> log;
    std::unordered_map<uint32_t, std::vector<size_t>> by_block;
    std::vector<size_t> inheriting; // entries with something inherited
};

struct thread_order {
    uint32_t block = 0; // all of this is of that block
    uint32_t own_bound = 0, phase_bound = 0;
    bool of_the_device = false, released = false;
    uint32_t block_bound = 0; // the same for a fence of the block only
    views pending, acquired;
};

struct atomic_record {
    uint32_t block;
    void *code;
};

std::unordered_map<uintptr_t, sync_place> places;
atomic_record last_atomics[1024];
thread_order threads[1024];
views acquired_by_block; // and passed on by a barrier
std::vector<unsigned> acquirers, fencers;
std::shared_ptr<const std::vector<uint32_t>> fenced_before_barrier;
uint32_t block_of_lists;

void start_block_if_new() {
    if (block_of_lists == now.block_first)
        return;
    block_of_lists = now.block_first;
    acquired_by_block.clear();
    acquirers.clear();
    fencers.clear();
    fenced_before_barrier.reset();
}

thread_order &mine() {
    start_block_if_new();
    thread_order &t = threads[now.thread];
    if (t.block != now.block_first) {
        t = thread_order();
        t.block = now.block_first;
    }
    return t;
}

void merge(views &into, const views &from) {
    for (const view &v : from) {
        bool found = false;
        for (view &old : into)
            if (old.place == v.place) {
                old.length = std::max(old.length, v.length);
                found = true;
            }
        if (!found)
            into.push_back(v);
    }
}

bool covers(const view &v, access before, uint32_t its_block, int depth) {
    const uint32_t serial = serial_of(before);
    const auto found = v.place->by_block.find(its_block);
    if (found != v.place->by_block.end())
        for (const size_t index : found->second) {
            if (index >= v.length)
                break;
            const release_entry &r = v.place->log[index];
            if (!r.of_the_device && its_block != now.block_first)
                continue;
            if (serial < r.phase_bound || (thread_of(before) == r.thread && serial < r.own_bound) ||
                (r.fenced && serial < (*r.fenced)[thread_of(before)]))
                return true;
        }
    if (depth < 4)
        for (const size_t index : v.place->inheriting) {
            if (index >= v.length)
                break;
            for (const view &other : *v.place->log[index].inherited)
                if (other.place != v.place && covers(other, before, its_block, depth + 1))
                    return true;
        }
    return false;
}

} // namespace

void forget_order() {
    places.clear();
    block_of_lists = 0;
    for (thread_order &t : threads)
        t.block = 0;
}

void fence_passed(bool of_the_device) {
    thread_order &t = mine();
    const uint32_t serial = next_serial();
    t.own_bound = serial;
    t.phase_bound = now.phase_first;
    // A fence of the block after one of the device: what lies between them is the block's only.
    t.of_the_device = of_the_device;
    t.released = false;
    if (of_the_device)
        fencers.push_back(now.thread);
    if (!t.pending.empty()) {
        merge(t.acquired, t.pending);
        t.pending.clear();
    }
}

void order_at_barrier() {
    if (block_of_lists != now.block_first)
        return; // nobody in this block has done anything of the kind
    for (const unsigned thread : acquirers) {
        thread_order &t = threads[thread];
        merge(acquired_by_block, t.pending);
        merge(acquired_by_block, t.acquired);
        t.pending.clear();
    }
    acquirers.clear();
    if (!fencers.empty()) {
        auto bounds = fenced_before_barrier
                          ? std::make_shared<std::vector<uint32_t>>(*fenced_before_barrier)
                          : std::make_shared<std::vector<uint32_t>>(1024);
        for (const unsigned thread : fencers)
            (*bounds)[thread] = threads[thread].own_bound;
        fenced_before_barrier = bounds;
        fencers.clear();
    }
}

void *last_atomic() {
    const atomic_record &r = last_atomics[now.thread];
    return r.block == now.block_first ? r.code : nullptr;
}

void atomic_done(uintptr_t address, bool reads, bool writes, void *code) {
    // The same address of __shared__ memory is another place in each block.
    if (address - REGION < SHARED_BYTES)
        address = (uintptr_t(1) << 63) | (uintptr_t(now.block_first) << 21) | (address - REGION);
    last_atomics[now.thread] = {now.block_first, code};
    start_block_if_new();
    thread_order &t = threads[now.thread];
    const bool has_fence = t.block == now.block_first && t.own_bound != 0;
    const bool releases = writes && (has_fence || fenced_before_barrier);
    auto found = places.find(address);
    if (found == places.end() && !releases)
        return;
    thread_order &me = mine();
    sync_place &place = found != places.end() ? found->second : places[address];
    if (reads && !place.log.empty()) {
        if (me.pending.empty() && me.acquired.empty())
            acquirers.push_back(now.thread);
        else if (me.pending.empty())
            acquirers.push_back(now.thread);
        merge(me.pending, {{&place, place.log.size()}});
    }
    if (!releases)
        return;
    // The same release once more says nothing new.
    if (!place.log.empty()) {
        const release_entry &last = place.log.back();
        if (last.block == now.block_first && last.thread == now.thread &&
            last.own_bound == me.own_bound && last.fenced == fenced_before_barrier)
            return;
    }
    release_entry r = {now.block_first,
                       now.thread,
                       me.own_bound,
                       me.phase_bound,
                       fenced_before_barrier,
                       nullptr,
                       me.own_bound == 0 || me.of_the_device};
    views inherited = me.acquired;
    merge(inherited, acquired_by_block);
    if (!inherited.empty() && (inherited.size() > 1 || inherited[0].place != &place)) {
        r.inherited = std::make_shared<const views>(inherited);
        place.inheriting.push_back(place.log.size());
    }
    place.by_block[now.block_first].push_back(place.log.size());
    place.log.push_back(std::move(r));
}

bool known(access before, uint32_t its_block) {
    if (places.empty())
        return false;
    start_block_if_new();
    const thread_order &t = threads[now.thread];
    if (t.block == now.block_first)
        for (const view &v : t.acquired)
            if (covers(v, before, its_block, 0))
                return true;
    for (const view &v : acquired_by_block)
        if (covers(v, before, its_block, 0))
            return true;
    return false;
}

} // namespace checker
} // namespace cuda_emulator
