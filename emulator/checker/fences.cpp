// fences.cpp: what happens before what by atomic operations and fences, between blocks and within
// one. A fence before an atomic operation that writes makes it a release, and a fence after one
// that reads makes it an acquire, of all that was released at its place.
//
// Every place that an atomic operation has touched keeps a log of releases: who had passed a fence
// before, and so has made visible what. Logs only grow, so what a thread has acquired from a place
// is the length that the log had then: a vector clock over places, which are fewer than threads.
#include "releases.h"

#include <algorithm>

namespace cuda_emulator {
namespace checker {

CUDA_EMULATOR_THREAD atomic_record last_atomics[1024] = {};
CUDA_EMULATOR_THREAD unsigned last_in_block;

namespace {

std::unordered_map<uint64_t, sync_place> places;
size_t entries; // in all their logs
// These are of the block, and blocks that take turns have an OS thread each.
thread_local thread_order threads[1024];
thread_local views acquired_by_block; // and passed on by a barrier
thread_local std::vector<unsigned> acquirers, fencers;
thread_local std::shared_ptr<const std::vector<uint32_t>> fenced_before_barrier;
thread_local uint32_t block_of_lists;

// Volatile accesses to global memory are relaxed ones at the scope of the system (PTX): who has
// passed a fence and then stores gives a message to who loads that and then passes one. They have
// logs of their own, of which atomic operations take nothing over: a lock that a plain store opens
// stays a mistake, volatile or not.
uint64_t message_key(uintptr_t address) {
    return (uint64_t(1) << 62) | address;
}

void start_block_if_new() {
    if (block_of_lists == now.block_first)
        return;
    const undisturbed quiet;
    block_of_lists = now.block_first;
    acquired_by_block.clear();
    acquirers.clear();
    fencers.clear();
    fenced_before_barrier.reset();
}

thread_order &order_of(unsigned thread) {
    start_block_if_new();
    thread_order &t = threads[thread];
    if (t.block != now.block_first) {
        const undisturbed quiet;
        t.begin(now.block_first);
    }
    return t;
}

thread_order &mine() {
    return order_of(this_thread());
}

void merge(views &into, const view &v) {
    for (view &old : into)
        if (old.place == v.place && old.of_block == v.of_block) {
            old.length = std::max(old.length, v.length);
            return;
        }
    into.push_back(v);
}

void merge(views &into, const views &from) {
    for (const view &v : from)
        merge(into, v);
}

// `any_fence`: as if fences of a block were fences of the device.
bool covers(const view &v, access before, uint32_t its_block, int depth, bool any_fence = false) {
    const uint32_t serial = before.serial();
    const auto found = v.place->by_block.find(its_block);
    if (found != v.place->by_block.end() && (!v.of_block || its_block == now.block_first))
        // The last ones release most.
        for (auto entry = found->second.rbegin(); entry != found->second.rend(); ++entry) {
            if (*entry >= v.length)
                continue;
            const release_entry &r = v.place->log[*entry];
            if (!any_fence && !r.of_the_device && its_block != now.block_first)
                continue;
            if (serial < r.phase_bound || (before.thread() == r.thread && serial < r.own_bound) ||
                (r.fenced && serial < (*r.fenced)[before.thread()]) ||
                (r.lanes && before.thread() / WARP_SIZE == r.thread / WARP_SIZE &&
                 serial < (*r.lanes)[before.thread() % WARP_SIZE]) ||
                r.tile.is_behind(before))
                return true;
        }
    const std::vector<size_t> &inheriting = v.place->inheriting;
    const auto behind = std::lower_bound(inheriting.begin(), inheriting.end(), v.length);
    if (depth < 4 && behind != inheriting.begin() &&
        (!v.of_block || v.place->log[behind[-1]].block == now.block_first))
        for (const view &other : *v.place->log[behind[-1]].inherited)
            if (other.place != v.place && covers(other, before, its_block, depth + 1, any_fence))
                return true;
    return false;
}

} // namespace

void forget_order() {
    places.clear();
    entries = 0;
    if (block_of_lists == 0)
        return; // nobody has done anything of the kind since
    block_of_lists = 0;
    for (thread_order &t : threads)
        t.block = 0;
}

size_t order_size() {
    return entries;
}

void order_at_fence(bool of_the_device) {
    const undisturbed quiet;
    thread_order &t = mine();
    last_atomics[this_thread()].fenced = true;
    const uint32_t serial = next_serial();
    t.own_bound = serial;
    t.phase_bound = now.phase_first;
    // A fence of the block after one of the device: what lies between them is the block's only.
    t.of_the_device = of_the_device;
    t.tile = last_tile_barrier();
    if (of_the_device)
        fencers.push_back(this_thread());
    if (const uint32_t *before = ordered_lanes()) {
        auto bounds = t.lanes ? std::make_shared<lane_bounds>(*t.lanes)
                              : std::make_shared<lane_bounds>(lane_bounds{});
        for (unsigned lane = 0; lane < WARP_SIZE; ++lane)
            (*bounds)[lane] = std::max((*bounds)[lane], before[lane]);
        t.lanes = bounds;
    }
    if (!t.pending.empty()) {
        merge(t.acquired, t.pending);
        t.pending.clear();
    }
}

void order_at_barrier() {
    if (block_of_lists != now.block_first)
        return; // nobody in this block has done anything of the kind
    const undisturbed quiet;
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
        for (const unsigned thread : fencers) {
            const thread_order &t = threads[thread];
            (*bounds)[thread] = t.own_bound;
            for (unsigned lane = 0; t.lanes && lane < WARP_SIZE; ++lane) {
                uint32_t &bound = (*bounds)[thread / WARP_SIZE * WARP_SIZE + lane];
                bound = std::max(bound, (*t.lanes)[lane]);
            }
        }
        fenced_before_barrier = bounds;
        fencers.clear();
    }
}

// What the lanes of the group have taken over, and what fences of theirs have passed, is now known
// to all of them.
void order_lanes(unsigned warp, unsigned group) {
    if (block_of_lists != now.block_first)
        return;
    const undisturbed quiet;
    views acquired;
    lane_bounds bounds = {};
    bool passed = false;
    for (unsigned lane = 0; lane < WARP_SIZE; ++lane) {
        const thread_order &t = threads[warp * WARP_SIZE + lane];
        if ((group >> lane & 1) == 0 || t.block != now.block_first)
            continue;
        merge(acquired, t.pending);
        merge(acquired, t.acquired);
        if (t.own_bound != 0 && t.of_the_device) {
            bounds[lane] = std::max(bounds[lane], t.own_bound);
            passed = true;
        }
        for (unsigned other = 0; t.lanes && other < WARP_SIZE; ++other)
            bounds[other] = std::max(bounds[other], (*t.lanes)[other]);
        passed |= t.lanes != nullptr;
    }
    if (!passed && acquired.empty())
        return;
    const auto lanes = passed ? std::make_shared<const lane_bounds>(bounds) : nullptr;
    for (unsigned lane = 0; lane < WARP_SIZE; ++lane) {
        if ((group >> lane & 1) == 0)
            continue;
        thread_order &t = order_of(warp * WARP_SIZE + lane);
        if (lanes)
            t.lanes = lanes;
        if (!acquired.empty()) {
            t.acquired = acquired;
            t.pending.clear();
            acquirers.push_back(warp * WARP_SIZE + lane);
        }
    }
}

// In this launch; and in this block, if the memory is its own.
static bool is_of_another_thread(access a, uintptr_t address) {
    const uint32_t serial = a.serial();
    const bool of_block = in_shared(address) && !now.in_cluster;
    return serial >= (of_block ? now.block_first : now.launch_first) &&
           (a.thread() != this_thread() || !in_this_block(serial));
}

void atomic_begins(uintptr_t address, void *code) {
    cell of_word = {}, parts[4];
    const bool is_known = look_up(address, of_word, parts) && !of_word.is_split();
    note_last_write(last_atomics[this_thread()], key_of(address),
                    is_known ? of_word.write : access{});
    if (!now.met_other_place && is_known)
        for (const access before : {of_word.write, of_word.read[0], of_word.read[1]})
            if (before.is_atomic() && is_of_another_thread(before, address)) {
                now.met_another = true;
                now.met_other_place |= place_code(before.place()) != code &&
                                       !(now.atomic_adds && only_adds(before.place()));
            }
}

void explain_order(access before, uint32_t its_block, finding &f) {
    const atomic_record *mine = &last_atomics[this_thread()];
    if (mine->block != now.block_first) {
        // A barrier passes on what another thread of the block has taken over, or of the warp.
        mine = &last_atomics[last_in_block];
        if (mine->block != now.block_first ||
            (mine->phase == now.phase_first &&
             (last_in_block / WARP_SIZE != this_thread() / WARP_SIZE ||
              ordered_lanes() == nullptr)))
            return;
    }
    f.ordering = mine->code;
    f.ordering_is_volatile = is_volatile(known_place(mine->code));
    const bool fence_after = mine->fenced || mine->phase != now.phase_first;
    const auto place = places.find(mine->key);
    if (place != places.end()) {
        const view all_of_it = {&place->second, place->second.log.size(), false};
        if (!fence_after && covers(all_of_it, before, its_block, 0)) {
            f.lacks = order_lacks::fence_after;
            return;
        }
        if (fence_after && covers(all_of_it, before, its_block, 0, true)) {
            f.lacks = order_lacks::device_fence;
            return;
        }
    }
    // What a thread has done since the last barrier only it gives away, and lanes that it has met.
    if (before.serial() >= now.phase_first && in_this_block(before.serial()) &&
        !mine->other.same_thread(before) && ordered_lanes() == nullptr)
        return;
    const bool by_another =
        !mine->other.is_none() && mine->other.serial() >= now.launch_first &&
        (mine->other.serial() < now.block_first || mine->other.thread() != this_thread());
    if (!by_another)
        return; // nobody has given anything away there
    if (!mine->other.is_atomic()) {
        f.lacks = order_lacks::atomic_store;
        f.plain_store = place_code(mine->other.place());
        return;
    }
    f.lacks = fence_after ? order_lacks::fence_before : order_lacks::both_fences;
}

// Whether what the thread writes next, as others are to see, comes behind a fence.
static bool has_passed_fence() {
    start_block_if_new();
    const thread_order &t = threads[this_thread()];
    return (t.block == now.block_first && (t.own_bound != 0 || t.lanes)) || fenced_before_barrier;
}

bool has_acquired() {
    const thread_order &t = threads[this_thread()];
    return t.block == now.block_first && !(t.acquired.empty() && t.pending.empty());
}

static void acquire(const sync_place &place, bool of_block) {
    thread_order &me = mine();
    if (me.pending.empty())
        acquirers.push_back(this_thread());
    merge(me.pending, view{&place, place.log.size(), of_block});
}

static void release(sync_place &place, bool of_block) {
    thread_order &me = mine();
    // The same release once more says nothing new.
    if (!place.log.empty()) {
        const release_entry &last = place.log.back();
        if (last.block == now.block_first && last.thread == this_thread() &&
            last.own_bound == me.own_bound && last.fenced == fenced_before_barrier &&
            last.lanes == me.lanes)
            return;
    }
    release_entry r = {now.block_first,
                       this_thread(),
                       me.own_bound,
                       me.phase_bound,
                       fenced_before_barrier,
                       me.lanes,
                       me.tile,
                       nullptr,
                       !of_block && (me.own_bound == 0 || me.of_the_device)};
    static const views nothing;
    const views &before =
        place.inheriting.empty() ? nothing : *place.log[place.inheriting.back()].inherited;
    static thread_local views inherited;
    inherited = before;
    for (const views *all : {&me.acquired, &acquired_by_block})
        for (const view &v : *all)
            if (v.place != &place) // what it had of that is in this log anyway
                merge(inherited, v);
    if (inherited != before) {
        r.inherited = std::make_shared<const views>(inherited);
        place.inheriting.push_back(place.log.size());
    }
    place.by_block[now.block_first].push_back(place.log.size());
    place.log.push_back(std::move(r));
    ++entries;
}

void atomic_done(uintptr_t address, bool reads, bool writes, bool of_block, void *code) {
    const uint64_t key = key_of(address);
    note_atomic(last_atomics[this_thread()], key, code);
    if (!now.fences_matter)
        return; // nobody has given anything away, or does
    const bool releases = writes && has_passed_fence();
    const auto found = places.find(key);
    if (found == places.end() && !releases)
        return;
    const undisturbed quiet;
    sync_place &place = found != places.end() ? found->second : places[key];
    if (reads && !place.log.empty())
        acquire(place, of_block);
    if (releases)
        release(place, of_block);
}

void volatile_load_begins(uintptr_t address) {
    constexpr size_t MOST = 16; // of different places, known of a thread
    std::vector<volatile_load> &loads = mine().loads;
    const auto same = std::find_if(loads.begin(), loads.end(), [address](const volatile_load &l) {
        return l.address == address;
    });
    if (same != loads.end())
        loads.erase(same);
    else if (loads.size() == MOST)
        loads.erase(loads.begin());
    loads.push_back({address, this_epoch()});
}

void volatile_load_meets(const met_store &store) {
    mine().loads.back().met = store;
}

void volatile_store_begins() {
    for (volatile_load &l : mine().loads) {
        if (l.is_used || !l.epoch.same_epoch(this_epoch()))
            continue;
        l.is_used = true;
        if (const met_store &met = l.met; !met.store.is_none())
            report_race(l.address, met.word, met.store, true, met.code, false, false, met.bytes,
                        met.bits);
    }
}

// Whether another thread of the block has used what it loaded there, with no fence behind the load.
static bool is_used_load(uintptr_t address, access load) {
    const thread_order &its = threads[load.thread()];
    return in_this_block(load.serial()) && its.block == now.block_first &&
           std::any_of(its.loads.begin(), its.loads.end(), [&](const volatile_load &l) {
               return l.is_used && l.address == address && l.epoch.same_epoch(load);
           });
}

void message_sent(uintptr_t address) {
    if (has_passed_fence())
        release(places[message_key(address)], false);
}

void message_taken(uintptr_t address, void *code) {
    if (places.empty())
        return;
    for (const uint64_t key : {key_of(address), message_key(address)}) {
        const auto found = places.find(key);
        if (found == places.end() || found->second.log.empty())
            continue;
        acquire(found->second, false);
        last_atomics[this_thread()] = {now.block_first, now.phase_first, code, key, {}, false};
        last_in_block = this_thread();
    }
}

// Whether the store, or the atomic operation, came behind a fence, as this thread sees it.
static bool gave_away(uint64_t key, access store) {
    const auto place = places.find(key);
    if (place == places.end())
        return false;
    const uint32_t its_block = block_of_serial(store.serial());
    const auto entries_of_block = place->second.by_block.find(its_block);
    return entries_of_block != place->second.by_block.end() &&
           std::any_of(entries_of_block->second.begin(), entries_of_block->second.end(),
                       [&](size_t entry) {
                           const release_entry &r = place->second.log[entry];
                           return r.thread == store.thread() &&
                                  (r.of_the_device || its_block == now.block_first);
                       });
}

bool is_message(uintptr_t address, access before, bool before_writes, bool writes) {
    if (before_writes == writes)
        return false;
    if (!writes)
        return before.is_atomic()
                   ? gave_away(key_of(address), before)
                   : is_volatile(before.place()) && gave_away(message_key(address), before);
    const thread_order &me = threads[this_thread()];
    return !before.is_atomic() && is_volatile(before.place()) && has_passed_fence() &&
           !is_used_load(address, before) &&
           (in_this_block(before.serial()) || me.block != now.block_first || me.own_bound == 0 ||
            me.of_the_device);
}

bool known(access before, uint32_t its_block) {
    if (places.empty())
        return false;
    start_block_if_new();
    const thread_order &t = threads[this_thread()];
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
