// races.cpp: the epochs of accesses, and what is said of two of which neither happens before the
// other. "Happens before" is the C++ and PTX memory models' word: ordered by something that every
// run must keep to, and not by the luck of this one.
#include "checker.h"
#include "allocations.h"
#include "memory_state.h"
#include "order.h"
#include "strays.h"
#include "fast/batches.h"

#include "emulator/clusters.h"
#include "machine/address_space.h"
#include "machine/program.h"

#include <algorithm>
#include <unordered_map>

namespace cuda_emulator {
namespace checker {

running now;

} // namespace checker

CUDA_EMULATOR_THREAD checked_thread_state checked_thread;

namespace checker {

namespace {

// The blocks of the launches that are remembered, by their first serials. Those of a cluster begin
// in any order.
struct begun_block {
    uint32_t first;
    uint3 index;
};
std::vector<begun_block> begun_blocks;

// From this serial on it was that block that ran: where blocks take turns, it may come up again.
struct turn_of_block {
    uint32_t from, block_first;
};
std::vector<turn_of_block> turns;

// Blocks that take turns have an OS thread each. What is of one block is of its thread.

// Words that were read in this launch before anything had written them: the block, and the finding.
std::unordered_map<uintptr_t, std::pair<uint32_t, size_t>> unwritten_words;

// Serials of threads that have drawn one of their own since the last barrier.
thread_local uint32_t own_serials[1024];
// lane_seen[w][b][a]: what lane a of warp w did with smaller serials happens before lane b goes on.
// So lane_seen[w][b] is a vector clock, over the lanes of a warp.
thread_local uint32_t lane_seen[MAX_WARPS][WARP_SIZE][WARP_SIZE];
thread_local uint32_t lanes_of_phase[MAX_WARPS]; // the phase that the table is of

thread_local tile_barrier tile_barriers[1024];

// A plain store that is not in order with an earlier one. Whether both store the same value can be
// seen when it is done, before anything else happens.
struct store_to_judge {
    finding about;
    uintptr_t at; // the bytes that both write,
    size_t bytes;
    unsigned char before[4]; // and what the earlier one has made of them
    bool may_come;           // the store: g++ tells of what is stored after it has told where
};
std::vector<store_to_judge> &stores_to_judge() {
    static auto &stores = *new std::vector<store_to_judge>;
    return stores;
}
bool stores_wait;          // there are some
long turn_after_judgement; // what is left of the thread's turn

constexpr long LONG_TURN = 1 << 20, SHORT_TURN = 1 << 12;

} // namespace

uint32_t next_serial() {
    // Copies of other threads of the host draw theirs while a kernel runs.
    if (now.serial < MOST_SERIAL)
        return __atomic_add_fetch(&now.serial, 1, __ATOMIC_RELAXED);
    return now.serial;
}

static void run_at(access epoch) {
    checked_thread.epoch = epoch.packed();
}

void checker::thread_runs() {
    judge_stores();
    unsigned thread = threadIdx.x;
    if ((threadIdx.y | threadIdx.z) != 0) // what follows waits for it
        thread += blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    const uint32_t serial = std::max(now.phase_first, own_serials[thread]);
    run_at(access(serial, thread));
    checked_thread.next_follows = observers.count == 1 && !in_reverse;
    if (in_reverse)
        thread_runs_in_reverse();
}

static void new_serial_of_thread(unsigned thread, uint32_t serial) {
    own_serials[thread] = serial;
    if (thread == this_thread())
        run_at(access(serial, thread));
}

void checker::launch_begins(const launch_info &launch) {
    reserve_memory();
    if (now.serial > MOST_SERIAL / 2) {
        // Forgetting everything is right between launches: nothing before this one is in its way.
        clear_reserved(reinterpret_cast<void *>(CELLS), REGION_BYTES / 4 * sizeof(cell));
        clear_reserved(reinterpret_cast<void *>(STRETCHES), STRETCHES_BYTES);
        clear_reserved(image.cells, (image.bytes / 4 + 1) * sizeof(cell));
        wait_for_all();
        now.serial = stretch::AHEAD;
    }
    now.launch = &launch;
    now.in_cluster = now.several_blocks = launch.clusters;
    checked_window = 0;
    now.other_devices = device_count() > 1;
    now.floor = launch_is_issued(launch);
    now.is_simple = !now.other_devices && !now.in_cluster;
    // Only launches that run at the same time can use the same locks.
    if (now.floor == now.launch_first && order_size() != 0)
        forget_order();
    now.fences_matter = order_size() != 0;
    unwritten_words.clear();
    refresh_dynamic_shared(launch.shared_bytes, true);
    now.passed_fence = now.met_another = now.met_other_place = false;
    prepare_second_order(launch);
    now.turn = LONG_TURN;
    const dim3 grid = launch.grid, threads = launch.block;
    ++now.all.launches;
    now.all.threads += 1ULL * grid.x * grid.y * grid.z * threads.x * threads.y * threads.z;
    now.all.accesses -= now.accesses;
}

void checker::launch_ends(const launch_info &launch) {
    end_batches();
    now.all.accesses += now.accesses;
    judge_stores();
    count_meetings();
    now.several_blocks = false;
    forget_locals();
    check_shared_limits(launch);
    look_at_second_order();
    next_serial();
    now.meets_copies = false;
    launch_is_over();
    tell();
}

// All that the block's threads have done until now happens before what they do then.
static void phase_begins() {
    now.phase_first = next_serial();
    checked_thread.phase = access(now.phase_first, 0).packed();
}

void checker::block_begins() {
    const bool first_of_launch = now.block_first < now.launch_first;
    checked_thread.next_follows = false;
    checked_window = now.in_cluster ? cluster_rank() * WINDOW_BYTES : 0;
    window_is_used(checked_window / WINDOW_BYTES);
    forget_what_is_under_way();
    forget_made_barriers();
    phase_begins();
    now.block_first = checked_block = now.phase_first;
    begun_blocks.push_back({now.block_first, blockIdx});
    refresh_file_shared();
    turns.push_back({now.block_first, now.block_first});
    if (now.launch->shared_bytes != 0 && (!first_of_launch || checked_window != 0))
        refresh_dynamic_shared(now.launch->shared_bytes, false);
    now.turn = LONG_TURN;
    now.takes_turns = false;
    if (in_reverse)
        block_begins_in_reverse();
}

void checker::barrier_passed() {
    order_at_barrier();
    phase_begins();
    if (in_reverse)
        barrier_passed_in_reverse();
}

void checker::tile_synchronised(unsigned first, unsigned count) {
    const uint32_t serial = next_serial();
    for (unsigned thread = first; thread < first + count && thread < 1024; ++thread) {
        tile_barriers[thread] = {now.phase_first, serial, first, count};
        new_serial_of_thread(thread, serial);
    }
}

// What all blocks did before happens before what any does from now on.
void checker::grid_passed() {
    now.floor = next_serial();
}

static thread_local running paused;
static thread_local checked_thread_state paused_thread;

// The memory that others of its cluster may still reach for.
void checker::block_ends() {
    if (now.in_cluster)
        close_window();
}

void checker::block_pauses() {
    end_batches();
    paused = now;
    paused_thread = checked_thread;
    now.several_blocks = true;
    now.is_simple = false;
    put_shared_away();
}

void checker::block_goes_on() {
    now.block_first = checked_block = paused.block_first;
    now.phase_first = paused.phase_first;
    checked_thread = paused_thread;
    checked_thread.next_follows = false;
    now.turn = paused.turn;
    now.takes_turns = paused.takes_turns;
    turns.push_back({next_serial(), now.block_first});
    bring_shared_back();
}

void checker::warp_synchronised(unsigned warp, unsigned group) {
    uint32_t(&seen)[WARP_SIZE][WARP_SIZE] = lane_seen[warp];
    if (lanes_of_phase[warp] != now.phase_first) {
        for (auto &row : seen)
            std::fill(std::begin(row), std::end(row), 0u);
        lanes_of_phase[warp] = now.phase_first;
    }
    const uint32_t serial = next_serial();
    uint32_t together[WARP_SIZE] = {};
    for (unsigned a = 0; a < WARP_SIZE; ++a)
        if (group >> a & 1)
            for (unsigned x = 0; x < WARP_SIZE; ++x)
                together[x] = std::max(together[x], (group >> x & 1) ? serial : seen[a][x]);
    for (unsigned a = 0; a < WARP_SIZE; ++a)
        if (group >> a & 1) {
            std::copy(std::begin(together), std::end(together), seen[a]);
            new_serial_of_thread(warp * WARP_SIZE + a, serial);
        }
    order_lanes(warp, group);
}

void checker::fence_passed(bool of_the_device) {
    now.passed_fence = now.fences_matter = true;
    order_at_fence(of_the_device);
    new_serial_of_thread(this_thread(), now.serial);
}

void forget_accesses() {
    begun_blocks.clear();
    turns.clear();
    next_split = 1;
    now.split_first = now.serial + 1;
    forget_order();
}

const uint32_t *ordered_lanes() {
    const unsigned warp = this_thread() / WARP_SIZE;
    return lanes_of_phase[warp] == now.phase_first ? lane_seen[warp][this_thread() % WARP_SIZE]
                                                   : nullptr;
}

uint32_t block_of_serial(uint32_t serial) {
    const auto after =
        std::upper_bound(turns.begin(), turns.end(), serial,
                         [](uint32_t s, const turn_of_block &turn) { return s < turn.from; });
    return after == turns.begin() ? 0 : after[-1].block_first;
}

bool comes_behind_others() {
    return ordered_lanes() != nullptr || last_tile_barrier().serial != 0 || has_acquired();
}

tile_barrier last_tile_barrier() {
    const tile_barrier &last = tile_barriers[this_thread()];
    return last.phase == now.phase_first ? last : tile_barrier{};
}

bool ordered_otherwise(access before) {
    const uint32_t serial = before.serial();
    const unsigned thread = before.thread();
    if (in_this_block(serial)) {
        const unsigned warp = thread / WARP_SIZE;
        if (last_tile_barrier().is_behind(before))
            return true;
        if (warp == this_thread() / WARP_SIZE && lanes_of_phase[warp] == now.phase_first &&
            serial < lane_seen[warp][this_thread() % WARP_SIZE][thread % WARP_SIZE])
            return true;
        return known(before, now.block_first);
    }
    return (serial < now.launch_first && done_before_launch(serial)) ||
           known(before, block_of_serial(serial));
}

memory_access this_access(void *code, bool writes, bool atomic, unsigned bytes) {
    memory_access d;
    d.code = code != nullptr ? who_copies(code) : nullptr;
    d.writes = writes;
    d.atomic = atomic;
    d.bytes = bytes;
    d.by_kernel = in_kernel();
    if (d.by_kernel) {
        d.thread = this_thread();
        d.block = {blockIdx.x, blockIdx.y, blockIdx.z};
        d.block_dim = blockDim;
        d.kernel = now.launch->kernel->name;
        d.launch = work_of_launch();
    }
    return d;
}

memory_access earlier_access(access a, bool writes, const operation &launch) {
    memory_access d;
    d.code = place_code(a.place());
    d.writes = writes;
    d.atomic = a.is_atomic();
    d.bytes = codes[a.place()].bytes;
    if (d.bytes == 0)
        d.bytes = static_cast<unsigned>(__builtin_popcount(a.bytes()));
    d.by_kernel = true;
    d.thread = a.thread();
    const auto begun =
        std::lower_bound(begun_blocks.begin(), begun_blocks.end(), block_of_serial(a.serial()),
                         [](const begun_block &b, uint32_t first) { return b.first < first; });
    if (begun != begun_blocks.end())
        d.block = begun->index;
    d.block_dim = launch.block;
    d.kernel = launch.kernel->name;
    d.launch = launch.note;
    if (launch.first != now.launch_first || !in_kernel())
        d.work = launch.note;
    return d;
}

// The finding, if it is about two plain stores of one launch, waits for judge_stores: at the next
// access, for which the thread's turn seems to be over.
static void add_race(finding f, uintptr_t word, unsigned bits) {
    if (!f.first.writes || !f.second.writes || f.first.atomic || f.second.atomic ||
        f.second.work != nullptr) {
        add(std::move(f));
        return;
    }
    const auto skipped = static_cast<unsigned>(__builtin_ctz(bits));
    store_to_judge s = {
        std::move(f), word + skipped, static_cast<size_t>(__builtin_popcount(bits)), {}, true};
    std::memcpy(s.before, reinterpret_cast<void *>(s.at), s.bytes);
    if (!stores_wait) {
        turn_after_judgement = now.turn;
        now.turn = 0;
        checked_thread.next_follows = false;
        end_batches(); // the next access asks
    }
    stores_to_judge().push_back(std::move(s));
    stores_wait = true;
}

void report_race(uintptr_t address, uintptr_t word, access before, bool before_writes, void *code,
                 bool writes, bool atomic, unsigned bytes, unsigned bits) {
    const undisturbed quiet;
    operation earlier;
    if (!find_operation(before.serial(), earlier))
        return;
    finding f(mistake::race);
    f.address = address;
    f.first = this_access(code, writes, atomic, bytes);
    f.second = earlier_access(before, before_writes, earlier);
    f.has_second = true;
    const bool same_block = in_this_block(before.serial()), both = atomic && before.is_atomic();
    if (before.serial() < now.launch_first)
        f.first.work = work_of_launch();
    if (both && !may_have(before.place(), bytes)) {
        f.missing = "one width for all atomic operations on these bytes: those of " +
                    std::to_string(f.second.bytes) + " and of " + std::to_string(bytes) +
                    " bytes are not atomic to one another";
    } else if (both && !is_of_this_device(before.serial())) {
        f.missing = "_system in the names of both operations, or thread_scope_system: others are "
                    "atomic only to threads of their own device";
    } else if (f.first.work) {
        f.missing = missing_before_launch(*f.second.work);
    } else if (f.first.atomic != f.second.atomic) {
        const bool stores = (f.first.atomic ? f.second : f.first).writes;
        f.missing = std::string("an atomic operation in place of the plain ") +
                    (stores ? "access, atomicExch() for a store, or " : "read, or ") +
                    (same_block ? "__syncthreads() between the two" : "a second launch for it");
    } else if (f.first.atomic) {
        f.missing =
            "atomic operations without _block in their names: one of a block is atomic only "
            "to the threads of its block";
    } else if (is_volatile(before.place()) && is_volatile(known_place(code)) &&
               before_writes != writes) {
        f.missing = "volatile orders nothing by itself: where one thread is to tell another "
                    "something, __threadfence() before its store and after the other's load, or "
                    "atomic operations";
    } else if (!same_block) {
        f.missing =
            "blocks run in any order and side by side: atomic operations, a place of its own "
            "for each block, or a second launch";
    } else {
        f.missing = "__syncthreads() between the two";
    }
    f.same_block = same_block;
    f.same_warp = same_block && f.second.thread / WARP_SIZE == f.first.thread / WARP_SIZE;
    if (!f.first.atomic && !f.second.atomic && !f.second.work)
        explain_order(before, block_of_serial(before.serial()), f);
    if (!before_writes) {
        // Then that nothing was written there when it was read is the same mistake.
        const auto unwritten = unwritten_words.find(address);
        if (unwritten != unwritten_words.end() &&
            unwritten->second.first == block_of_serial(before.serial())) {
            take_back(unwritten->second.second);
            unwritten_words.erase(unwritten);
        }
    }
    describe(address, f);
    add_race(std::move(f), word, before.bytes() & bits);
}

void read_unwritten(uintptr_t address, size_t finding) {
    unwritten_words[address] = {now.block_first, finding};
}

void checker::inactive_source(unsigned thread, unsigned source_lane, const char *file, int line) {
    finding f(mistake::inactive_source);
    f.first = this_access(nullptr, false, false, 0);
    f.first.thread = thread;
    f.first.place = std::string(file) + ":" + std::to_string(line);
    f.detail = "lane " + std::to_string(source_lane);
    add(std::move(f));
}

static bool is_unchanged(const store_to_judge &s) {
    return std::memcmp(reinterpret_cast<void *>(s.at), s.before, s.bytes) == 0;
}

void judge_stores() {
    if (!stores_wait)
        return;
    const undisturbed quiet;
    std::vector<store_to_judge> &stores = stores_to_judge();
    now.turn = turn_after_judgement;
    const auto by_engine = [](const memory_access &a) { return is_of_engine(known_place(a.code)); };
    for (store_to_judge &s : stores) {
        // What an engine writes comes later.
        if (is_unchanged(s) && !by_engine(s.about.first) && !by_engine(s.about.second)) {
            s.about.kind = mistake::equal_stores;
            s.about.missing.clear(); // it lacks what all of these lack
        }
        add(std::move(s.about));
    }
    stores.clear();
    stores_wait = false;
}

void turn_is_over(void *code) {
    if (stores_wait) {
        bool wait = false;
        for (store_to_judge &s : stores_to_judge()) {
            wait |= s.may_come && is_unchanged(s);
            s.may_come = false;
        }
        if (wait)
            return;
        judge_stores();
        if (--now.turn > 0)
            return;
    }
    if (in_reverse && gives_way_to_others())
        return;
    // As long as threads end, or pass barriers, nobody waits for others.
    const access at = access(now.phase_first, this_thread());
    if (!now.takes_turns && !now.turn_began.same_epoch(at)) {
        now.turn_began = at;
        now.turn = LONG_TURN;
        return;
    }
    now.takes_turns = give_turn(code);
    now.turn = now.takes_turns ? SHORT_TURN : LONG_TURN;
}

} // namespace checker
} // namespace cuda_emulator
