// scheduler.cpp: runs the threads of a block; barriers.
#include "scheduler.h"
#include "emulator/atomics.h"
#include "emulator/shared_addresses.h"
#include "engines.h"
#include "machine/switch.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

__thread uint3 blockIdx;
__thread dim3 blockDim;
__thread dim3 gridDim;

// 227 KiB, the most that a block can have (see device.h), and a red zone behind it.
extern "C" {
alignas(1024) __thread unsigned char cuda_emulator_dynamic_shared[227 * 1024 +
                                                                  cuda_emulator::SHARED_BACK];
}

namespace cuda_emulator {

constexpr int NO_LINE = -1;

__thread thread_index_slot_type thread_index_slot;
__thread block_state block;
__thread const void *running_body;
__thread worker *this_worker;
bool backwards;

const launch_info *launch_here() {
    return this_worker == nullptr ? nullptr : this_worker->running;
}

bool in_kernel() {
    return this_worker != nullptr && this_worker->in_block;
}

bool on_stack_of_fiber(const void *address) {
    for (fiber *f : this_worker->fibers) {
        const fiber_details &d = details_of(f);
        if (address >= d.stack_low && address < d.stack_high)
            return true;
    }
    return false;
}

uint3 index_of(unsigned thread) {
    return {thread % blockDim.x, thread / blockDim.x % blockDim.y,
            thread / blockDim.x / blockDim.y};
}

unsigned turn_in_step(unsigned thread) {
    return (thread + block.threads - block.first_in_step) % block.threads;
}

unsigned unstarted_threads() {
    if (block.in_ring_mode)
        return block.unstarted;
    if (block.frames != nullptr && block.step_from != STEPS_BEGIN)
        return 0;
    return block.threads - 1 - linear_index(threadIdx);
}

unsigned long progress(const worker &w) {
    return block.phase + (block.threads - block.unstarted) + w.finished + w.operations +
           w.interruptions + block.turns;
}

#ifndef CUDA_EMULATOR_FAST_SWITCH
// Where the other switches begin a fiber, and where it stays: beginning anew costs them more than
// going on from here.
static void stay_on_fiber() {
    for (;;) {
        this_worker->running->kernel->run_threads();
        switch_context(block.current, leave_ring());
    }
}
#endif

static fiber *take_fiber(worker &w) {
    std::size_t number = w.used++;
    if (number == w.fibers.size()) {
        w.fibers.push_back(new_fiber(w, number));
        w.first_frames.push_back(first_frame(w.fibers.back()));
    }
    fiber *f = w.fibers[number];
    lane_of(f).warp = nullptr;
#ifdef CUDA_EMULATOR_FAST_SWITCH
    void *entry = reinterpret_cast<void *>(w.running->kernel->run_threads);
    f->place = {entry, w.first_frames[number], nullptr};
#else
    if (!details_of(f).started)
        start_fiber(f, stay_on_fiber);
#endif
    return f;
}

fiber *leave_ring() {
    worker &w = *this_worker;
    fiber *me = block.current;
    fiber *to = me->next;
    if (!w.idle.empty()) { // that leaves next
        fiber *f = w.idle.back();
        w.idle.pop_back();
        f->next = to != me ? to : f;
        f->previous = to != me ? me->previous : f;
        f->next->previous = f->previous->next = f;
        if (w.ring_tail == me)
            w.ring_tail = f;
        return f;
    }
    if (!block.in_ring_mode || to == me) {
        w.in_block = false;
        return w.home;
    }
    me->previous->next = to;
    to->previous = me->previous;
    if (w.ring_tail == me)
        w.ring_tail = me->previous;
    return to;
}

// The thread of this fiber has finished, and others of its warp can go on. They are better off
// before the next warp begins, whose first thread begins here.
static void stay_idle(worker &w, fiber *me, fiber *to) {
    me->previous->next = me->next;
    me->next->previous = me->previous;
    if (w.ring_tail == me)
        w.ring_tail = me->previous;
    w.idle.push_back(me);
    switch_context(me, to);
    block.current = me;
}

fiber *next_beginner() {
    worker &w = *this_worker;
    fiber *f;
    if (w.idle.empty()) {
        f = take_fiber(w);
    } else {
        f = w.idle.back();
        w.idle.pop_back();
    }
    fiber *tail = w.ring_tail;
    f->previous = tail;
    f->next = tail->next;
    tail->next = f->next->previous = f;
    if (!observed || !backwards) // else each before those that have begun
        w.ring_tail = f;
    block.current = f;
    return f;
}

// The threads of a block that ran in steps, all but the current one, get fibers to go on with.
// Those before the current one wait at the barrier that ends this step, or have finished; those
// behind it have yet to take this step, if they have begun at all.
static void give_others_fibers(worker &w, fiber *me) {
    const unsigned current = linear_index(threadIdx), turn = turn_in_step(current);
    const unsigned begun = block.threads - block.unstarted;
    w.giver = me;
    for (unsigned i = 1; i < begun; ++i) {
        const unsigned thread = (current + i) % begun;
        const bool is_behind = turn_in_step(thread) < turn;
        const int place = is_behind ? block.step_to : block.step_from;
        if (place == STEPS_FINISHED)
            continue;
        fiber *f = take_fiber(w);
        f->index = index_of(thread);
        f->file = block.steps_file;
        f->line = line_of_step(place);
        details_of(f).takes_over = true;
        details_of(f).is_behind = is_behind;
        details_of(f).place = place;
        details_of(f).phase_before = block.phase - !is_behind;
        f->next = me; // the last in the ring
        f->previous = me->previous;
        me->previous->next = f;
        me->previous = f;
        block.current = f;
        switch_context(me, f); // it takes over, and comes back to wait for its turn
        ++block.alive;
        if (is_behind) {
            ++block.arrived;
            block.barrier_line = f->line;
        }
    }
    block.current = me;
    restore_thread_index(me);
    block.nobody_left = block.alive == block.threads;
    if (block.nobody_left && block.arrived != 0)
        block.fast_line = block.barrier_line;
    w.ring_tail = block.unstarted != 0 ? me : me->previous;
}

void enter_ring_mode(fiber *me) {
    worker &w = *this_worker;
    block.unstarted = unstarted_threads();
    block.in_ring_mode = true;
    block.row_end = 0;
    block.alive = block.unstarted + 1;
    block.last_begun = {threadIdx.x, threadIdx.y, threadIdx.z};
    block.nobody_left = block.alive == block.threads;
    me->index = threadIdx;
    me->next = me->previous = me;
    w.ring_tail = me;
    if (block.frames != nullptr)
        give_others_fibers(w, me);
}

void give_fibers() {
    enter_ring_mode(block.current);
}

bool takes_over(int *from, bool *is_behind) {
    fiber *me = block.current;
    fiber_details &details = details_of(me);
    if (!details.takes_over)
        return false;
    details.takes_over = false;
    *from = details.place;
    *is_behind = details.is_behind;
    const unsigned phase = details.phase_before;
    switch_context(me, this_worker->giver);
    block.current = me;
    restore_thread_index(me);
    notify(&observer::thread_runs);
    if (block.phase == phase)
        wait_again(me, phase);
    return true;
}

bool has_yet_to_run(unsigned x, unsigned y, unsigned z) {
    const fiber *const me = block.current;
    if (x == me->index.x && y == me->index.y && z == me->index.z)
        return true;
    restore_thread_index(me);
    return false;
}

bool next_in_ring(bool ran, unsigned x, unsigned y, unsigned z) {
    if (ran) {
        if (has_yet_to_run(x, y, z))
            return true;
        thread_finished();
    }
    if (block.unstarted == 0)
        return false;
    uint3 index;
    next_to_begin(index, blockDim);
    return true;
}

void find_live_lanes() {
    worker &w = *this_worker;
    for (unsigned warp = 0; warp * WARP_SIZE < block.threads; ++warp) {
        warp_state &s = w.warps[warp];
        s.alive = s.waiting = s.asking = s.known = s.in_step = s.under_way = 0;
    }
    auto mark = [&w](unsigned index) {
        w.warps[index / WARP_SIZE].alive |= 1u << index % WARP_SIZE;
    };
    for (unsigned index = block.threads - block.unstarted; index < block.threads; ++index)
        mark(index);
    mark(linear_index(threadIdx));
    for (fiber *f = block.current->next; f != block.current; f = f->next)
        mark(linear_index(f->index));
    block.warps = w.warps;
    w.lanes_known = block.lanes_ready = true;
}

void hand_over(fiber *me) {
    fiber *to = block.unstarted != 0 ? next_beginner() : me->next;
    if (to != me)
        switch_context(me, to);
    block.current = me;
    restore_thread_index(me);
    notify(&observer::thread_runs);
}

// The other threads of the block go on, or begin, before this one does, which nobody may interrupt
// now.
static inline void hand_over_in_ring() {
    fiber *me = block.current;
    if (!block.in_ring_mode)
        enter_ring_mode(me);
    ++block.turns;
    me->line = IN_STRIDE;
    hand_over(me);
}

void neighbours_turn() {
    block.strides_left = STRIDES_A_TURN - 1;
    const unsigned thread = linear_index(threadIdx);
    // The strides were those of several threads; or threads wait at a barrier already, and would
    // only be asked in vain; or the block runs on host code's behalf.
    const bool others_wait =
        block.arrived != 0 ||
        (block.frames != nullptr && !block.in_ring_mode && turn_in_step(thread) != 0);
    // In the reverse order the others have gone first.
    if (thread != block.stride_thread || others_wait || block.no_turns ||
        block.interruptible == 0 || (observed && backwards)) {
        block.stride_thread = thread;
        return;
    }
    block.interruptible = 0;
    compiler_fence();
    hand_over_in_ring();
    block.stride_thread = thread;
    block.strides_left = STRIDES_A_TURN - 1;
    compiler_fence();
    block.interruptible = 1;
}

void let_others_go_first() {
    block.interruptible = 0;
    compiler_fence();
    hand_over_in_ring();
    compiler_fence();
    block.interruptible = 1;
}

void go_on_with(fiber *other) {
    block.interruptible = 0;
    compiler_fence();
    fiber *me = block.current;
    if (!block.in_ring_mode)
        enter_ring_mode(me);
    ++block.turns;
    me->line = IN_STRIDE;
    if (other == nullptr) {
        hand_over(me);
    } else {
        switch_context(me, other);
        block.current = me;
        restore_thread_index(me);
        notify(&observer::thread_runs);
    }
    compiler_fence();
    block.interruptible = 1;
}

void own_turn() {
#ifdef CUDA_EMULATOR_FAST_SWITCH
    // The usual case: all have begun, and nobody waits at a barrier.
    block_state &b = block;
    fiber *me = current_fiber();
    if (__builtin_expect(b.in_ring_mode && b.unstarted == 0 && b.arrived == 0 && !b.no_turns &&
                             b.interruptible != 0,
                         1)) {
        b.interruptible = 0;
        compiler_fence();
        ++b.turns;
        me->line = IN_STRIDE;
        me = switch_context(me, me->next);
        set_current_fiber(me);
        restore_thread_index(me);
        compiler_fence();
        b.interruptible = 1;
        return;
    }
#endif
    block.stride_thread = linear_index(threadIdx);
    neighbours_turn();
}

void failed_resume() {
    worker &w = *this_worker;
    unsigned long stamp = progress(w);
    if (stamp != w.idle_stamp) {
        w.idle_stamp = stamp;
        w.idle_resumes = 0;
    } else if (++w.idle_resumes > 2 * block.alive + 2) {
        // Twice around the ring and nothing has changed: nothing ever will.
        if (!release_active_masks())
            give_up(failure::no_progress);
        w.idle_resumes = 0;
    }
}

void wait_again(fiber *me, unsigned phase) {
    do {
        failed_resume();
        hand_over(me);
    } while (block.phase == phase);
}

static void release_barrier(bool current_waits) {
    show_prints();
    if (block.alive != block.threads)
        warn_departed(current_waits);
    if (this_worker->for_grid) {
        this_worker->for_grid = false;
        pass_grid_barrier();
    }
    block.predicate_result = block.predicate_count;
    block.arrived = 0;
    ++block.phase;
    notify(&observer::barrier_passed);
    if (current_waits)
        notify(&observer::thread_runs);
}

void step_is_over() {
    show_prints();
    ++block.phase;
    notify(&observer::barrier_passed);
}

bool blocks_run_backwards() {
    return backwards;
}

int wait_at_barrier(const char *file, int line, gather mode, int predicate) {
    const meeting_place here(meeting::barrier);
#if defined(CUDA_EMULATOR_INLINE_SWITCH) && !defined(CUDA_EMULATOR_FAST_SWITCH)
    // The usual case, which __syncthreads() else sees to itself: nobody has left, others wait here,
    // and this thread is not the last one.
    block_state &b = block;
    if (__builtin_expect(b.fast_line == line && mode == gather::nothing &&
                             b.arrived + 1 < b.threads && b.interruptible != 0,
                         1)) {
        b.interruptible = 0;
        compiler_fence();
        fiber *me = b.current;
        me->file = file;
        const unsigned phase = b.phase;
        me->line = line;
        ++b.arrived;
        me = switch_context(me, b.unstarted != 0 ? next_beginner() : me->next);
        b.current = me;
        while (__builtin_expect(b.phase == phase, 0))
            wait_again(me, phase);
        restore_thread_index(me);
        tell_thread_goes_on(linear_index(me->index));
        compiler_fence();
        b.interruptible = 1;
        return b.predicate_result;
    }
#endif
    fiber *me = block.current;
    if (this_worker == nullptr || !this_worker->in_block) {
        std::fflush(stdout);
        std::fprintf(stderr, "%s:%d: CUDA emulator: __syncthreads() called from host code\n", file,
                     line);
        end_after_message();
    }
    block.interruptible = 0;
    compiler_fence();
    me->file = file;
    me->line = line;
    me->index.x = threadIdx.x; // one by one, as they were written: see store forwarding
    me->index.y = threadIdx.y;
    me->index.z = threadIdx.z;
    if (!block.in_ring_mode)
        enter_ring_mode(me);
    unsigned phase = block.phase;
    if (block.nobody_left)
        block.barrier_line = block.fast_line;
    if (block.arrived != 0 && block.barrier_line != line) {
        // Some wait at another barrier. This thread can never pass; let the others run on until
        // nothing moves, so that the report can say where every one of them is.
        for (;;) {
            hand_over(me);
            failed_resume();
        }
    }
    if (block.arrived == 0)
        block.predicate_count = mode == gather::all;
    if (mode == gather::count)
        block.predicate_count += predicate != 0;
    else if (mode == gather::all)
        block.predicate_count &= predicate != 0;
    else if (mode == gather::any)
        block.predicate_count |= predicate != 0;
    if (mode == gather::grid)
        this_worker->for_grid = true;
    block.barrier_line = line;
    if (block.nobody_left)
        block.fast_line = line;
    if (++block.arrived == block.alive) {
        release_barrier(true);
    } else {
        hand_over(me);
        if (block.phase == phase)
            wait_again(me, phase);
    }
    compiler_fence();
    block.interruptible = 1;
    return block.predicate_result;
}

void thread_finished() {
    worker &w = *this_worker;
    if (block.nobody_left) {
        block.nobody_left = false;
        block.barrier_line = block.fast_line;
        block.fast_line = NO_LINE;
    }
    --block.alive;
    ++w.finished;
    if (!w.lanes_known) {
        if (block.arrived != 0 && block.arrived == block.alive)
            release_barrier(false);
        return;
    }
    const unsigned index = linear_index(threadIdx);
    warp_state &warp = w.warps[index / WARP_SIZE];
    warp.alive &= ~(1u << index % WARP_SIZE);
    if (block.arrived != 0 && block.arrived == block.alive)
        release_barrier(false);
    if (warp.waiting != 0)
        lane_left(warp);
    if (w.tiles_known)
        thread_left_tiles(w);
    const unsigned able = able_lanes(warp);
    if (block.unstarted != 0 && able != 0)
        stay_idle(w, block.current, warp.fibers[__builtin_ctz(able)]);
}

void give_up(failure why) {
    worker &w = *this_worker;
    w.failed = why;
    w.in_block = false;
    leave_for_good(block.current, w.home);
}

void fail(const char *file, int line, cudaError_t error, const char *text) {
    if (this_worker == nullptr || !this_worker->in_block) {
        std::fflush(stdout);
        std::fprintf(stderr, "CUDA emulator: error: %s:%d: host code %s\n", file, line, text);
        end_after_message();
    }
    worker &w = *this_worker;
    block.current->file = file;
    block.current->line = line;
    w.complaint_error = error;
    std::snprintf(w.complaint, sizeof w.complaint, "%s", text);
    give_up(failure::complaint);
}

void stop_watchdog() {
    if (this_worker != nullptr && this_worker->in_block)
        block.interruptible = 0;
}

static bool take_returned(job &work, unsigned long long &number) {
    if (!work.any_returned)
        return false;
    os_lock lock(work.mutex);
    if (work.returned.empty())
        return false;
    number = work.returned.front();
    work.returned.pop_front();
    return true;
}

void let_others_begin() {
    worker &w = *this_worker;
    job &work = *w.running;
    if (w.blocks_left != 0) {
        os_lock lock(work.mutex);
        const unsigned long long current =
            blockIdx.x +
            static_cast<unsigned long long>(work.grid.x) *
                (blockIdx.y + static_cast<unsigned long long>(work.grid.y) * blockIdx.z);
        for (; w.blocks_left != 0; --w.blocks_left)
            work.returned.push_front(current + w.blocks_left);
        work.any_returned = true;
        work.blocks_at_a_time = 1;
    }
    const unsigned more = w.together->make_room(work.most_together);
    if (more != 0) {
        work.blocks_at_a_time = 1;
        call_more_workers(work, more);
    }
}

unsigned long long blocks_not_begun(job &work) {
    os_lock lock(work.mutex);
    const unsigned long long taken = std::min<unsigned long long>(work.next_block, work.blocks);
    return work.blocks - taken + work.returned.size();
}

// That of the next cluster, together with the others of the gang.
static bool take_block_of_cluster(worker &w) {
    job &work = *w.running;
    gang &g = *w.in_gang;
    const dim3 &size = work.cluster;
    const bool goes_on = w.together->begin_round(w.number, [&] {
        g.cluster = work.next_cluster++;
        for (std::atomic<bool> &has_left : g.has_left)
            has_left = false;
    });
    if (!goes_on || g.cluster >= work.blocks / work.blocks_of_cluster())
        return false;
    const unsigned wide = work.grid.x / size.x, high = work.grid.y / size.y;
    blockIdx.x = static_cast<unsigned>(g.cluster % wide) * size.x + w.number % size.x;
    blockIdx.y =
        static_cast<unsigned>(g.cluster / wide % high) * size.y + w.number / size.x % size.y;
    blockIdx.z =
        static_cast<unsigned>(g.cluster / wide / high) * size.z + w.number / size.x / size.y;
    return true;
}

// Makes the job's next block this worker's. Blocks are taken a few at a time.
static bool take_block(worker &w) {
    job &work = *w.running;
    show_prints();
    engines_end();
    if (w.in_grid) {
        w.in_grid = false;
        if (w.in_gang != nullptr) {
            w.in_gang->has_left[w.number] = true;
            notify(&observer::block_ends);
        }
        w.together->block_ends();
    }
    if (w.in_gang != nullptr) {
        if (!take_block_of_cluster(w))
            return false;
    } else if (w.blocks_left != 0) {
        --w.blocks_left;
        if (++blockIdx.x == work.grid.x) {
            blockIdx.x = 0;
            if (++blockIdx.y == work.grid.y) {
                blockIdx.y = 0;
                ++blockIdx.z;
            }
        }
    } else {
        const unsigned long long at_a_time =
            observed && backwards ? 1 : work.blocks_at_a_time.load();
        unsigned long long first;
        if (!take_returned(work, first)) {
            first = work.next_block.fetch_add(at_a_time, std::memory_order_relaxed);
            if (first >= work.blocks)
                return false;
            w.blocks_left = std::min(at_a_time, work.blocks - first) - 1;
        }
        if (observed && backwards)
            first = work.blocks - 1 - first;
        blockIdx.x = static_cast<unsigned>(first % work.grid.x);
        blockIdx.y = static_cast<unsigned>(first / work.grid.x % work.grid.y);
        blockIdx.z = static_cast<unsigned>(first / work.grid.x / work.grid.y);
    }
    block.unstarted = block.threads;
    block.in_ring_mode = block.nobody_left = false;
    block.row_end = blockDim.x;
    block.fast_line = NO_LINE;
    block.arrived = block.phase = 0;
    block.turns = 0;
    block.no_turns = false;
    block.lock_holder.x = ~0u;
    block.step_from = block.other_place = STEPS_BEGIN;
    block.first_in_step = 0;
    w.used = 0;
    w.idle.clear();
    block.lanes_ready = false;
    w.lanes_known = w.copies_known = w.tiles_known = w.for_grid = false;
    w.in_grid = w.together->cooperative();
    w.finished = w.operations = w.interruptions = 0;
    w.idle_stamp = w.look_stamp = ~0ul;
    w.idle_resumes = 0;
    const bool goes_on = !work.stop.load(std::memory_order_relaxed);
    if (observed && goes_on)
        notify(&observer::block_begins);
    return goes_on;
}

bool next_block() {
    worker &w = *this_worker;
    fiber *me = block.current;
    if (!take_block(w))
        return false;
    w.used = 1; // this fiber, which is always the first
    me->next = me->previous = me;
    return true;
}

// Runs the block that blockIdx names, and those after it as long as nobody in them waits. Returns
// when the last one is finished or given up.
static void run_block(worker &w) {
    fiber *first = take_fiber(w);
    first->next = first->previous = first;
    block.current = first;
    w.in_block = true;
    switch_context(w.home, first);
    w.in_block = false;
}

// Memory for what the threads of a block keep between their steps, and for what they have in
// common (see BEFORE_STEP).
static char *frames_for(worker &w, const job &work) {
    if (work.kernel->steps == nullptr)
        return nullptr;
    const steps_info &steps = *work.kernel->steps;
    const std::size_t bytes = (block.threads + 2) * (steps.frame_bytes + steps.more_bytes);
    const std::size_t count = (bytes + sizeof(frame_memory) - 1) / sizeof(frame_memory);
    if (w.frames.size() < count)
        w.frames.resize(count);
    return w.frames.front().bytes;
}

// Of a launch with clusters a gang's, else all of them.
static void join(worker &w) {
    job &work = *w.running;
    w.together = &work.together;
    w.in_gang = nullptr;
    if (!work.gangs.empty()) {
        w.in_gang = work.gangs[work.joined++ / work.blocks_of_cluster()].get();
        w.together = &w.in_gang->together;
    }
    w.number = w.together->join();
    if (w.in_gang != nullptr) {
        w.in_gang->members[w.number] = &w;
        w.in_gang->shared[w.number] = shared_base();
        w.in_gang->variables[w.number] = variables_of_thread(shared_base());
        prepare_engines(w);
    }
}

// What lanes have failed at, one of them does by itself: its thread and its line are what a report
// names. If none does, or something else, that comes of what the lanes have written by then, and
// the report names the first of them. (Neighbouring blocks that only begin side by side have
// written nothing, so that the first one that fails is right.)
static void run_failed_segment_again(worker &w) {
    const failure failed = w.failed;
    void *const place = w.fault_place, *const address = w.fault_address;
    const auto first = threadIdx, first_block = blockIdx;
    const bool only_read = block.neighbours != 0 && w.running->kernel->most_with_neighbours != 0;
    w.failed = failure::none;
    run_block(w);
    if (w.failed == failed &&
        (failed != failure::illegal_address || w.fault_address == address || only_read))
        return;
    w.failed = failure::complaint;
    w.fault_place = place;
    threadIdx = first;
    blockIdx = first_block;
    w.complaint_error =
        failed == failure::arithmetic ? cudaErrorLaunchFailure : cudaErrorIllegalAddress;
    if (failed == failure::illegal_address)
        std::snprintf(w.complaint, sizeof w.complaint,
                      "or one behind it used address %p, where there is no memory", address);
    else
        std::snprintf(w.complaint, sizeof w.complaint, "or one behind it %s",
                      failed == failure::arithmetic ? "divided an integer by zero"
                                                    : "used an address that no memory can have");
}

static bool is_of_one_thread(failure why) {
    return why == failure::illegal_address || why == failure::impossible_address ||
           why == failure::arithmetic;
}

void run_blocks(job &work) {
    worker &w = *this_worker;
    w.running = &work;
    w.blocks_left = 0;
    running_body = work.body;
    blockDim = work.block;
    gridDim = work.grid;
    block.threads = work.block.x * work.block.y * work.block.z;
    block.frames = frames_for(w, work);
    block.steps = work.kernel->steps;
    block.steps_file = work.kernel->steps != nullptr ? work.kernel->file : nullptr;
    prepare_shared_red_zones(w.red_zones, work.shared_bytes);
    forget_neighbours();
    join(w);
    start_watch();
    while (take_block(w)) {
        run_block(w);
        if (block.segment != nullptr && is_of_one_thread(w.failed))
            run_failed_segment_again(w);
        if (w.failed != failure::none) {
            show_prints();
            work.stop = true;
            stop_watch();
            cudaError_t error = report_failure(work);
            w.together->stop();
            for (const std::unique_ptr<gang> &other : work.gangs)
                other->together.stop();
            w.in_grid = false;
            for (fiber *f : w.fibers)
                forget_fiber(f);
            forget_engines();
            w.failed = failure::none;
            os_lock lock(work.mutex);
            if (work.error == cudaSuccess)
                work.error = error;
            break;
        }
    }
    stop_watch();
    if (look_at_shared_memory(w.red_zones, work.kernel->name)) {
        const os_lock lock(work.mutex);
        if (work.error == cudaSuccess)
            work.error = cudaErrorIllegalAddress;
    }
    w.together->leave(w.number);
    w.in_gang = nullptr;
    w.running = nullptr;
    block.current = nullptr;
    block.segment = nullptr;
}

} // namespace cuda_emulator
