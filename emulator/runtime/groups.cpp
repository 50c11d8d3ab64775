// groups.cpp: tiles of several warps, barriers that are objects, and the grid. See
// emulator/groups.h and emulator/arrivals.h.
#include "emulator/groups.h"
#include "emulator/arrivals.h"
#include "scheduler.h"

#include "machine/threads.h"

#include <cstdio>
#include <cstring>

namespace cuda_emulator {

// One for all threads of the block, and one for each tile of 64, 128, 256, 512 and 1024.
static rendezvous &rendezvous_of(worker &w, unsigned first, unsigned count) {
    if (count >= block.threads)
        return w.rendezvous_of_tiles[0];
    unsigned before = 1;
    for (unsigned size = 64; size < count; size *= 2)
        before += max_threads_per_block / size;
    return w.rendezvous_of_tiles[before + first / count];
}

// How many threads of a tile have not left the kernel.
static unsigned alive_in(const worker &w, const rendezvous &r) {
    unsigned alive = 0;
    for (unsigned warp = r.first / WARP_SIZE; warp * WARP_SIZE < r.first + r.count; ++warp)
        if (warp * WARP_SIZE < block.threads)
            alive += static_cast<unsigned>(__builtin_popcount(w.warps[warp].alive));
    return alive;
}

// Lets all go on if they are there.
static bool try_release(worker &w, rendezvous &r) {
    if (r.arrived == 0 || r.arrived < alive_in(w, r))
        return false;
    r.arrived = 0;
    ++r.phase;
    ++w.operations;
    show_prints();
    if (r.count >= block.threads) {
        ++block.phase;
        notify(&observer::barrier_passed);
    } else {
        notify(&observer::tile_synchronised, r.first, r.count);
    }
    return true;
}

void thread_left_tiles(worker &w) {
    for (rendezvous &r : w.rendezvous_of_tiles)
        if (try_release(w, r))
            notify(&observer::thread_runs);
}

static worker &begin_tiles(worker &w) {
    if (!w.tiles_known) {
        w.tiles_known = true;
        for (rendezvous &r : w.rendezvous_of_tiles)
            r = {};
        w.offers.assign(block.threads, nullptr);
    }
    return w;
}

void wait_for_tile(unsigned first, unsigned count, call_place where) {
    const meeting_place here(meeting::other);
    fiber *me = begin_wait(wait::group, where.file, where.line);
    worker &w = begin_tiles(*this_worker);
    rendezvous &r = rendezvous_of(w, first, count);
    r.first = count >= block.threads ? 0 : first;
    r.count = count >= block.threads ? block.threads : count;
    const unsigned phase = r.phase;
    ++r.arrived;
    if (try_release(w, r)) {
        notify(&observer::thread_runs);
    } else {
        hand_over(me);
        while (r.phase == phase) {
            failed_resume();
            hand_over(me);
        }
    }
    end_wait(me);
}

void offer(const void *object) {
    stop_watchdog();
    compiler_fence();
    begin_tiles(*this_worker).offers[linear_index(threadIdx)] = object;
    compiler_fence();
    block.interruptible = 1;
}

void take_offer(unsigned thread, void *to, std::size_t bytes) {
    stop_watchdog();
    compiler_fence();
    const auto &offers = this_worker->offers;
    if (thread < offers.size() && offers[thread] != nullptr)
        std::memcpy(to, offers[thread], bytes);
    compiler_fence();
    block.interruptible = 1;
}

// ------------------------------------------------------------------ barriers that are objects

// Of other blocks, which may not even have begun.
static void let_others_help() {
    worker &w = *this_worker;
    ++w.interruptions; // others of the block may wait for this thread
    if constexpr (!repeatable) {
        const unsigned long stamp = block.phase + w.finished + w.operations;
        if (stamp == w.turn_stamp) {
            let_others_begin();
            let_others_run();
        }
        w.turn_stamp = stamp;
    }
}

void wait_a_turn(bool others_may_help, bool in_vain, call_place where) {
    if (!in_kernel())
        return let_others_run();
    const meeting_place here(meeting::other);
    fiber *me = begin_wait(wait::object, where.file, where.line);
    if (in_vain && others_may_help)
        let_others_help();
    else if (in_vain)
        failed_resume();
    hand_over(me);
    end_wait(me);
    if constexpr (repeatable)
        if (in_vain && others_may_help)
            (void)give_turn(nullptr); // to blocks that wait for theirs
}

void made_progress() {
    if (in_kernel())
        ++this_worker->operations;
}

// ------------------------------------------------------------------ the grid

bool launch_is_cooperative() {
    return in_kernel() && this_worker->in_gang == nullptr && this_worker->together->cooperative();
}

void wait_for_grid(call_place where) {
    if (!launch_is_cooperative()) {
        stop_watchdog();
        fail(where.file, where.line, cudaErrorLaunchFailure,
             "waits for the grid, and the launch is not cooperative: cudaLaunchCooperativeKernel");
    }
    wait_at_barrier(where.file, where.line, gather::grid, 0);
}

void pass_grid_barrier() {
    worker &w = *this_worker;
    resident_blocks &together = *w.together;
    notify(&observer::block_pauses);
    switch (together.wait_for_grid(w.number)) {
    case resident_blocks::passed::as_the_last:
        notify(&observer::block_goes_on);
        notify(&observer::grid_passed);
        return;
    case resident_blocks::passed::yes:
        notify(&observer::block_goes_on);
        return;
    case resident_blocks::passed::stopped:
        give_up(failure::abandoned);
    case resident_blocks::passed::never:
        std::snprintf(w.complaint, sizeof w.complaint,
                      "waits for the grid with its block, and %llu of the %llu blocks %s left "
                      "the kernel",
                      together.blocks_ended(), w.running->blocks,
                      together.blocks_ended() == 1 ? "has" : "have");
        w.complaint_error = cudaErrorLaunchTimeout;
        give_up(failure::complaint);
    }
}

} // namespace cuda_emulator
