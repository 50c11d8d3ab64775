// races.cpp: what was done when: serials, and the words for two accesses that nothing orders.
#include "shadow.h"

#include "emulator/checked.h"

#include <algorithm>
#include <sys/mman.h>

extern "C" char __ehdr_start, etext;

namespace cuda_emulator {
namespace checker {

running now;

namespace {

// The blocks of the launches whose accesses may still count, by their first serials.
std::vector<uint32_t> block_firsts;
struct launch_record {
    uint32_t first;     // serial
    size_t first_block; // in block_firsts
    kernel_info *kernel;
    dim3 grid, block;
};
std::vector<launch_record> launches;

// Serials of threads that have drawn one of their own since the last barrier.
uint32_t own_serials[1024];
// lane_seen[w][b][a]: what lane a of warp w did with smaller serials is ordered before lane b.
uint32_t lane_seen[MAX_WARPS][WARP_SIZE][WARP_SIZE];
uint32_t lanes_of_phase[MAX_WARPS]; // the phase that the table is of

// Places in the code are numbered as they come up.
uint32_t *number_of_code;
std::vector<void *> codes = {nullptr};

uint3 unflatten(unsigned long long index, dim3 size) {
    return {static_cast<unsigned>(index % size.x), static_cast<unsigned>(index / size.x % size.y),
            static_cast<unsigned>(index / size.x / size.y)};
}

constexpr long LONG_TURN = 1 << 20, SHORT_TURN = 1 << 12;

void forget_split_cells(uint32_t &next) {
    next = 1;
}

} // namespace

extern uint32_t next_split;

uint32_t place_number(void *code) {
    static const uintptr_t first = reinterpret_cast<uintptr_t>(&__ehdr_start);
    static const uintptr_t size = reinterpret_cast<uintptr_t>(&etext) - first;
    if (number_of_code == nullptr)
        number_of_code =
            static_cast<uint32_t *>(mmap(nullptr, size * 4, PROT_READ | PROT_WRITE,
                                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0));
    const uintptr_t at = reinterpret_cast<uintptr_t>(code) - first;
    if (at >= size)
        return 0;
    uint32_t &number = number_of_code[at];
    if (number == 0 && codes.size() < PLACE_BITS) {
        const undisturbed quiet;
        number = static_cast<uint32_t>(codes.size());
        codes.push_back(code);
    }
    return number;
}

void *place_code(uint32_t number) {
    return codes[number];
}

uint32_t next_serial() {
    if (now.serial < MOST_SERIAL)
        ++now.serial;
    return now.serial;
}

void thread_runs() {
    now.thread = linear_index(threadIdx);
    const uint32_t serial = std::max(now.phase_first, own_serials[now.thread]);
    now.who = static_cast<access>(serial) << SERIAL_SHIFT | static_cast<access>(now.thread)
                                                                << THREAD_SHIFT;
    const fiber_details &details = details_of(block.current);
    now.stack_low = reinterpret_cast<uintptr_t>(details.stack_low);
    now.stack_bytes = reinterpret_cast<uintptr_t>(details.stack_high) - now.stack_low;
}

static void new_serial_of_thread(unsigned thread, uint32_t serial) {
    own_serials[thread] = serial;
    if (thread == now.thread)
        now.who = static_cast<access>(serial) << SERIAL_SHIFT | static_cast<access>(thread)
                                                                    << THREAD_SHIFT;
}

void launch_begins(const job &work) {
    reserve_memory();
    if (now.serial > MOST_SERIAL / 2) {
        // Forgetting everything is right between launches: nothing before this one is in its way.
        (void)madvise(reinterpret_cast<void *>(CELLS), REGION_BYTES / 4 * sizeof(cell),
                      MADV_DONTNEED);
        (void)madvise(image.cells, (image.bytes / 4 + 1) * sizeof(cell), MADV_DONTNEED);
        now.serial = 0;
    }
    now.floor = next_serial();
    block_firsts.clear();
    launches.clear();
    launches.push_back({now.floor, 0, work.kernel, work.grid, work.block});
    forget_split_cells(next_split);
    forget_order();
    refresh_dynamic_shared(work.shared_bytes, true);
    now.turn = LONG_TURN;
}

void launch_ends() {
    forget_locals();
    check_shared_limits(*this_worker->running);
    now.floor = next_serial();
    tell();
}

void block_begins() {
    now.block_first = now.phase_first = checked_block = next_serial();
    block_firsts.push_back(now.block_first);
    if (this_worker->running->shared_bytes != 0 && block_firsts.size() > 1)
        refresh_dynamic_shared(this_worker->running->shared_bytes, false);
    now.turn = LONG_TURN;
}

void barrier_passed() {
    order_at_barrier();
    now.phase_first = next_serial();
}

void warp_synchronised(unsigned warp, unsigned group) {
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
}

uint32_t block_of_serial(uint32_t serial) {
    const auto after = std::upper_bound(block_firsts.begin(), block_firsts.end(), serial);
    return after == block_firsts.begin() ? 0 : after[-1];
}

bool ordered_otherwise(access before) {
    const uint32_t serial = serial_of(before);
    const unsigned thread = thread_of(before);
    if (serial >= now.block_first) {
        const unsigned warp = thread / WARP_SIZE;
        if (warp == now.thread / WARP_SIZE && lanes_of_phase[warp] == now.phase_first &&
            serial < lane_seen[warp][now.thread % WARP_SIZE][thread % WARP_SIZE])
            return true;
        return known(before, now.block_first);
    }
    return known(before, block_of_serial(serial));
}

doing this_access(void *code, bool writes, bool atomic, unsigned bytes) {
    doing d;
    d.code = code;
    d.writes = writes;
    d.atomic = atomic;
    d.bytes = bytes;
    d.by_kernel = this_worker != nullptr && this_worker->in_block;
    if (d.by_kernel) {
        d.thread = now.thread;
        d.block = {blockIdx.x, blockIdx.y, blockIdx.z};
        d.block_dim = blockDim;
        d.kernel = this_worker->running->kernel->name;
    }
    return d;
}

static doing earlier_access(access a, bool writes) {
    doing d;
    d.code = place_code(a & PLACE_BITS);
    d.writes = writes;
    d.atomic = (a & ATOMIC_BIT) != 0;
    d.bytes = static_cast<unsigned>(__builtin_popcount(bytes_of(a)));
    d.by_kernel = true;
    d.thread = thread_of(a);
    const uint32_t first = block_of_serial(serial_of(a));
    const auto ordinal = static_cast<size_t>(
        std::lower_bound(block_firsts.begin(), block_firsts.end(), first) - block_firsts.begin());
    const launch_record *launch = &launches.front();
    for (const launch_record &l : launches)
        if (l.first_block <= ordinal)
            launch = &l;
    d.block = unflatten(ordinal - launch->first_block, launch->grid);
    d.block_dim = launch->block;
    d.kernel = launch->kernel->name;
    return d;
}

void report_race(uintptr_t address, access before, bool before_writes, void *code, bool writes,
                 bool atomic, unsigned bytes) {
    const undisturbed quiet;
    finding f;
    f.what = mistake::race;
    f.address = address;
    f.first = this_access(code, writes, atomic, bytes);
    f.second = earlier_access(before, before_writes);
    f.has_second = true;
    const bool same_block = serial_of(before) >= now.block_first;
    if (f.first.atomic != f.second.atomic)
        f.missing = same_block ? "__syncthreads() between the two: that one of them is atomic does "
                                 "not order the other"
                               : "an atomic operation in place of the plain access, or a second "
                                 "launch for it";
    else if (!same_block)
        f.missing =
            "blocks run in any order and side by side: atomic operations, a place of its own "
            "for each block, or a second launch";
    else if (f.second.thread / WARP_SIZE == f.first.thread / WARP_SIZE)
        f.missing =
            "__syncthreads() between the two, or __syncwarp(): the threads of a warp do not "
            "run in step";
    else
        f.missing = "__syncthreads() between the two";
    f.same_block = same_block;
    if (!f.first.atomic && !f.second.atomic)
        f.ordering = last_atomic();
    describe(address, f);
    add(std::move(f));
}

void inactive_source(unsigned thread, unsigned source_lane, const char *file, int line) {
    finding f;
    f.what = mistake::inactive_source;
    f.first = this_access(nullptr, false, false, 0);
    f.first.thread = thread;
    f.first.place = std::string(file) + ":" + std::to_string(line);
    f.detail = "lane " + std::to_string(source_lane);
    f.missing = "the source lane in the mask, and its thread at the same call";
    add(std::move(f));
}

void turn_is_over(void *code) {
    give_turn(code);
    now.turn = this_worker->short_turns ? SHORT_TURN : LONG_TURN;
}

} // namespace checker

void checked_thread_begins() {
    checker::thread_runs();
}

void checked_fence(bool of_the_device) {
    if (block.interruptible == 0)
        return;
    const checker::undisturbed quiet;
    checker::fence_passed(of_the_device);
    checker::new_serial_of_thread(checker::now.thread, checker::now.serial);
}

} // namespace cuda_emulator
