// recorder.cpp: see recorder.h.
#include "recorder.h"

#include "emulator/block.h"
#include "machine/faults.h"

#include <algorithm>
#include <utility>

namespace cuda_emulator {

#ifndef __wasm__
__thread unsigned long long profiled_context;
#endif

namespace profiler {

CUDA_EMULATOR_THREAD running_thread now;

namespace {

// From so many requests on a list is counted as soon as all its threads have passed them, and when
// all lists of a block have so many, even if they have not: 200 MB.
constexpr std::size_t LONG_LIST = 1 << 15, MOST_REQUESTS = 1 << 22;
// How long turns are at first, and once threads may be waiting for one another.
constexpr std::uint32_t LONG_TURN = 1 << 16, SHORT_TURN = 1 << 10;
// Who has waited so long is not counted any more: mostly it waits in vain.
constexpr unsigned LONGEST_WAIT = 1 << 20;

std::uintptr_t to_number(const void *pointer) {
    return reinterpret_cast<std::uintptr_t>(pointer);
}

bool is_in(const address_range &range, std::uintptr_t address) {
    return address - range.begin < range.end - range.begin;
}

// threadIdx and its like, and what the headers look at in the block.
bool is_built_in(std::uintptr_t address) {
    const auto is_of = [address](const auto &variable) {
        return address - to_number(&variable) < sizeof variable;
    };
    return is_of(thread_index_slot) || is_of(blockIdx) || is_of(blockDim) || is_of(gridDim) ||
           is_of(block);
}

unsigned threads_of_warp(unsigned warp) {
    return std::min(LANES, block.threads - warp * LANES);
}

// Of a variable of the program: false if it is none of the device's, nor shared.
bool find_variable(std::uintptr_t address, memory_space &space) {
    struct answer {
        std::uintptr_t address;
        bool is_known;
        memory_space space;
    };
    static thread_local answer answers[1024]; // to ask takes long
    answer &a = answers[address / 4 % 1024];
    if (a.address != address) {
        const named_variable found = find_device_variable(reinterpret_cast<const void *>(address));
        a = {address, !found.name.empty(),
             found.constant ? memory_space::constant : memory_space::global};
#ifdef __wasm__
        if (is_shared_memory(reinterpret_cast<const void *>(address)))
            a = {address, true, memory_space::shared};
#endif
    }
    space = a.space;
    return a.is_known;
}

} // namespace

void sector_set::add(std::uintptr_t address, unsigned bytes) {
    for (std::uintptr_t sector = address / SECTOR_BYTES;
         sector <= (address + bytes - 1) / SECTOR_BYTES; ++sector) {
        const std::uintptr_t page = sector / SECTORS_OF_PAGE;
        if (last_ == nullptr || page != last_page_) {
            last_ = &pages_[page];
            last_page_ = page;
        }
        *last_ |= 1ull << sector % SECTORS_OF_PAGE;
    }
}

std::uint64_t sector_set::size() const {
    std::uint64_t count = 0;
    for (const auto &[page, bits] : pages_)
        count += static_cast<unsigned>(__builtin_popcountll(bits));
    return count;
}

bool recorder::notes_sectors = false, recorder::expects_turns = false;

recorder::recorder() : own_(variables_of_thread(&block)), image_(image_of_program()) {}

void recorder::begin_block() {
    count_all();
    now = {};
    now.of = this;
    turn_ = expects_turns ? SHORT_TURN : LONG_TURN;
    std::fill_n(turn_ends_, MAX_WARPS, turn_);
    warps_ = (block.threads + LANES - 1) / LANES;
    std::fill_n(finished_, warps_, 0);
    std::fill_n(busy_, warps_, 0);
    for (unsigned warp = 0; warp < warps_; ++warp)
        lists_[warp].begin_block(blockDim.x);
    ++counted_.blocks;
}

void recorder::leave() {
    if (now.lane != nullptr)
        now.lane->context = read_context();
    now.lane = nullptr;
}

void recorder::select(unsigned thread) {
    leave();
    if (lists_[now.warp].size() >= LONG_LIST)
        look_after_lists();
    now.warp = thread / LANES;
    now.number = thread % LANES;
    now.lane = &lanes_[thread];
    now.list = now.lane->waited < LONGEST_WAIT ? &lists_[now.warp] : &beyond_;
    now.stack_begin = to_number(details_of(block.current).stack_low);
    now.stack_end = to_number(details_of(block.current).stack_high);
    write_context(now.lane->context);
    go_on();
}

// The current thread, in the list as it now is.
void recorder::go_on() {
    follower &at = now.lane->at;
    if (at.list != now.list->number())
        at = {0, now.list->number(), true};
    now.turn_ends =
        now.list == &beyond_ ? at.next + turn_ : std::max(turn_ends_[now.warp], at.next + 1);
}

void recorder::begin_body() {
    lane_state &lane = lanes_[linear_index(threadIdx)];
    lane.waited = 0;
    lane.has_looked = false;
    select(linear_index(threadIdx));
    now.lane->depth = 0;
    now.lane->at = {0, now.list->number(), true};
    go_on();
    write_context(0);
}

void recorder::end_body() {
    if (now.lane == nullptr)
        return;
    leave();
    finished_[now.warp] |= 1u << now.number;
    if (finished_[now.warp] == ~0u >> (LANES - threads_of_warp(now.warp)))
        count(now.warp);
}

void recorder::count(unsigned warp) {
    for (const request &r : lists_[warp].all()) {
        if (r.what.space() == own_space::branch) {
            count_branch(lists_[warp], r);
            continue;
        }
        count(lists_[warp], r, warp);
    }
    lists_[warp].clear();
    turn_ends_[warp] = turn_;
    if (now.lane != nullptr && now.warp == warp)
        now.lane->at = {0, now.list->number(), true};
}

void recorder::count(const request_list &list, const request &r, unsigned warp) {
    lane_address lanes[LANES];
    const std::uintptr_t first = list.address_of_first(r);
    memory_space space;
    if (!find_space(r.what, first, space))
        return;
    if (space != memory_space::local) // which compilers use as they like
        busy_[warp] |= r.lanes;
    if (notes_sectors && space == memory_space::global)
        for (unsigned i = 0, n = list.lanes_of(r, lanes); i < n; ++i)
            sectors_.add(lanes[i].address, r.what.bytes());
    const auto offset = static_cast<std::uint16_t>(r.first % (BANKS * WORD_BYTES));
    known_request &known =
        known_[((r.what.bits * 0x9E3779B97F4A7C15u >> 32) + offset) % KNOWN_REQUESTS];
    if (known.sum != nullptr && r.apart == 0 && known.what == r.what.bits &&
        known.stride == r.stride && known.pitch == r.pitch && known.lanes == r.lanes &&
        known.offset == offset && known.space == space) {
        known.sum->add(known.counted);
        return;
    }
    const instruction key = {r.what.place(), r.what.kind(), space,
                             static_cast<unsigned char>(r.what.bytes())};
    counted_place &here = counted_.instructions[key];
    figures counted;
    const unsigned count = list.lanes_of(r, lanes);
    count_request(counted, key, lanes, count);
    if (r.apart == 0 && (r.lanes & (r.lanes - 1)) != 0)
        counted.stride.vote(r.stride, 1);
    here.sum.add(counted);
    if (here.worst.is_outdone_by(counted.excess())) {
        here.worst = {counted.excess(),
                      r.lanes,
                      {},
                      r.what.bytes(),
                      {blockIdx.x, blockIdx.y, blockIdx.z},
                      warp};
        for (unsigned i = 0; i < count; ++i)
            here.worst.address[lanes[i].lane] = lanes[i].address;
    }
    if (r.apart == 0)
        known = {r.what.bits, r.stride, r.pitch, r.lanes, offset, space, counted, &here.sum};
}

void recorder::count_branch(const request_list &list, const request &r) {
    const branch where = {reinterpret_cast<const char *>(r.what.place()),
                          static_cast<branch_kind>(r.what.bytes())};
    known_branch &known = known_branches_[r.what.place() % KNOWN_BRANCHES];
    if (known.sum == nullptr || known.what != r.what.bits)
        known = {r.what.bits, &counted_.branches[where]};
    const auto count = static_cast<unsigned>(__builtin_popcount(r.lanes));
    if (r.apart == 0 && r.stride == 0 && r.pitch == 0) { // mostly all go the same way
        cuda_emulator::profiler::count_branch(*known.sum, where.kind,
                                              {r.first, r.first * count, 1, count});
        return;
    }
    lane_address lanes[LANES];
    list.lanes_of(r, lanes);
    cuda_emulator::profiler::count_branch(*known.sum, where.kind, ways_of(lanes, count));
}

counted_launch recorder::take_counted() {
    count_all();
    warps_ = 0;
    for (known_request &known : known_)
        known.sum = nullptr;
    for (known_branch &known : known_branches_)
        known.sum = nullptr;
    for (known_operations &known : known_operations_)
        known = {};
    counted_.sectors_once = sectors_.size();
    sectors_.clear();
    counted_launch taken;
    std::swap(taken, counted_);
    return taken;
}

void recorder::count_all() {
    for (unsigned warp = 0; warp < warps_; ++warp)
        if (!lists_[warp].empty())
            count(warp);
}

void recorder::look_after_lists() {
    const unsigned warp = now.warp;
    std::size_t all = 0;
    bool is_passed = true;
    for (unsigned i = 0; i < threads_of_warp(warp); ++i) {
        const lane_state &lane = lanes_[warp * LANES + i];
        is_passed &= (finished_[warp] >> i & 1) != 0 ||
                     (lane.at.list == lists_[warp].number() && lists_[warp].is_passed_by(lane.at));
    }
    if (is_passed) {
        count(warp);
        return;
    }
    for (unsigned w = 0; w < warps_; ++w)
        all += lists_[w].size();
    if (all < MOST_REQUESTS)
        return;
    count_all();
    counted_.is_split = true;
}

// The thread may have been waiting meanwhile.
void recorder::wait(unsigned more) {
    if (now.lane->waited < LONGEST_WAIT && (now.lane->waited += more) >= LONGEST_WAIT) {
        finished_[now.warp] |= 1u << now.number;
        counted_.is_cut = true;
    }
}

// It is the thread's turn again, so all threads of its warp that can have come as far.
void recorder::come_back() {
    if (now.lane->waited >= LONGEST_WAIT) {
        now.list = &beyond_;
        beyond_.clear();
    } else if (now.list->size() >= LONG_LIST) {
        look_after_lists();
    }
    if (now.lane->at.list == now.list->number() && now.lane->at.next >= turn_ends_[now.warp])
        turn_ends_[now.warp] = now.lane->at.next + turn_;
    go_on();
}

// Nothing that it looks for can happen before others run. But the first failure of an atomicCAS may
// be one of a thread that has guessed what is there: it knows now, and others would only change it.
void recorder::look_in_vain(void *place) {
    wait(1);
    now.lane->has_looked = !now.lane->has_looked;
    if (now.lane->has_looked)
        return;
    give_turn(place);
    come_back();
}

void recorder::end_turn(void *place) {
    turn_ = SHORT_TURN;
    counted_.takes_turns = true;
    wait(SHORT_TURN);
    // Else a thread can be left only where it says that it waits.
    if constexpr (ticks_give_turns)
        give_turn(place);
    come_back();
}

void recorder::barrier_passed() {
    count_all();
    // Who came last, or, if another thread has left the kernel, one of those that wait.
    const fiber *at = block.current;
    if (at->line != block.barrier_line)
        at = at->next;
    meetings &here = counted_.met[{"barrier", at->file, block.barrier_line}];
    ++here.times;
    here.lanes += block.alive;
    for (unsigned warp = 0; warp < warps_; ++warp)
        here.busy += static_cast<unsigned>(__builtin_popcount(busy_[warp]));
    std::fill_n(busy_, warps_, 0);
}

void recorder::warp_operation(unsigned group) {
    const fiber *at = block.current;
    meetings &here = counted_.met[{"warp operation", at->file, at->line}];
    ++here.times;
    here.lanes += static_cast<unsigned>(__builtin_popcount(group));
}

// Where other operations have the first place, one of the next ones.
void recorder::find_operations(const told_operations &what) {
    const undisturbed quiet;
    for (unsigned next = 0; next < 16; ++next) {
        known_operations &known = known_operations_[(place_of(what) + next) % KNOWN_OPERATIONS];
        if (known.times == nullptr)
            known = {what, &counted_.operations[what]};
        if (known.what == what) {
            ++*known.times;
            return;
        }
    }
    ++counted_.operations[what];
}

bool recorder::find_space(const packed_instruction &what, std::uintptr_t address,
                          memory_space &space) const {
    if (what.space() != own_space::unknown) {
        space = what.space() == own_space::local ? memory_space::local : memory_space::texture;
        return true;
    }
    if (is_in(own_, address)) {
        space = memory_space::shared;
        return !is_built_in(address);
    }
    if (is_in(image_, address))
        return find_variable(address, space);
    space = memory_space::global;
    return true;
}

} // namespace profiler
} // namespace cuda_emulator
