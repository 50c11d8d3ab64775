// proxies.cpp: what threads write and an engine of the chip reads: copies in bulk, and wgmma. They
// see it by another way than loads and stores, the asynchronous proxy (PTX), so barriers are not
// enough: a fence of that proxy must lie between, of who has written it, or of who has waited for
// that.
#include "checker.h"
#include "allocations.h"
#include "order.h"

#include <algorithm>

namespace cuda_emulator {
namespace checker {

namespace {

struct engine_fence {
    uint32_t serial, phase; // of its thread, and of the block
    bool behind_others;     // more than a barrier of the block orders its thread behind others
};
// Blocks that take turns have an OS thread each. Those of blocks before have smaller serials.
struct fences_of_block {
    engine_fence last[1024]; // of each thread
    uint32_t phase, earlier; // the last phases in which somebody passed one
};
thread_local fences_of_block of_proxy, of_barriers; // the latter only for mbarrier.init

struct made_barrier {
    uintptr_t at;
    access epoch;
    memory_access by;
};
thread_local std::vector<made_barrier> made_barriers;

} // namespace

// Whether one of these lies between the write and what the current thread does: by any thread, as
// long as it comes behind the write, and the current thread behind it (PTX: causality order).
static bool lies_behind(const fences_of_block &fences, access write) {
    const uint32_t serial = write.serial();
    const auto comes_behind = [&](unsigned thread) {
        const engine_fence &f = fences.last[thread];
        return serial < f.serial &&
               (thread == write.thread() || serial < f.phase || f.behind_others);
    };
    if (comes_behind(write.thread()) ||
        serial < (fences.phase < now.phase_first ? fences.phase : fences.earlier))
        return true;
    const unsigned threads = blockDim.x * blockDim.y * blockDim.z;
    for (unsigned thread = 0; thread < threads; ++thread)
        if (comes_behind(thread) &&
            (thread / WARP_SIZE == this_thread() / WARP_SIZE || // lanes have mostly met
             ordered_otherwise(access(fences.last[thread].serial, thread))))
            return true;
    return false;
}

// What is not in order at all is a race, which is told of.
static bool lacks_fence(access write, bool barrier) {
    const uint32_t serial = write.serial();
    if (!in_this_block(serial) ||
        (serial >= now.phase_first && write.thread() != this_thread() && !ordered_otherwise(write)))
        return false;
    return !lies_behind(of_proxy, write) && !(barrier && lies_behind(of_barriers, write));
}

void checker::engine_fence_passed(bool of_barriers_only) {
    fences_of_block &fences = of_barriers_only ? of_barriers : of_proxy;
    fences.last[this_thread()] = {this_epoch().serial(), now.phase_first, comes_behind_others()};
    if (fences.phase != now.phase_first)
        fences.earlier = fences.phase;
    fences.phase = now.phase_first;
}

void forget_made_barriers() {
    made_barriers.clear();
}

void checker::barrier_made(const void *barrier, void *place) {
    const undisturbed quiet;
    const auto at = reinterpret_cast<uintptr_t>(barrier);
    if (in_shared(at))
        made_barriers.push_back({at, this_epoch(), this_access(place, true, false, 8)});
}

static void add_lack(mistake kind, uintptr_t address, void *place, size_t bytes,
                     memory_access written) {
    finding f(kind);
    f.address = address;
    f.first = this_access(place, false, false, static_cast<unsigned>(bytes));
    f.second = std::move(written);
    f.has_second = true;
    f.detail = std::to_string(bytes) + " bytes";
    describe(address, f);
    add(std::move(f));
}

void checker::engine_reports(const void *barrier, void *place) {
    const undisturbed quiet;
    const auto made =
        std::find_if(made_barriers.rbegin(), made_barriers.rend(), [=](const made_barrier &one) {
            return one.at == reinterpret_cast<uintptr_t>(barrier);
        });
    if (made == made_barriers.rend())
        return;
    if (lacks_fence(made->epoch, true))
        add_lack(mistake::unfenced_barrier, made->at, place, 8, made->by);
    made_barriers.erase(std::next(made).base()); // once is enough
}

void checker::engine_reads(const void *from, std::size_t bytes, void *place) {
    const undisturbed quiet;
    const auto first = reinterpret_cast<uintptr_t>(from);
    if (!in_shared(first))
        return;
    for (uintptr_t at = first & ~uintptr_t(3); at < first + bytes; at += 4) {
        cell known = {}, parts[4];
        if (!look_up(at, known, parts))
            return;
        for (unsigned i = 0; i < (known.is_split() ? 4 : 1); ++i) {
            const access write = known.is_split() ? parts[i].write : known.write;
            operation launch;
            if (write.is_none() || is_of_engine(write.place()) || !lacks_fence(write, false) ||
                !find_operation(write.serial(), launch))
                continue;
            return add_lack(mistake::unfenced, at + i, place, bytes,
                            earlier_access(write, true, launch));
        }
    }
}

} // namespace checker
} // namespace cuda_emulator
