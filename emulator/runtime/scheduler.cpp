// scheduler.cpp: runs the threads of a block; barriers.
#include "scheduler.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

__thread uint3 threadIdx;
__thread uint3 blockIdx;
__thread dim3 blockDim;
__thread dim3 gridDim;

// 227 KiB, the most that a block can have (see device.h).
extern "C" {
alignas(1024) __thread unsigned char cuda_emulator_dynamic_shared[227 * 1024];
}

namespace cuda_emulator {

__thread block_state block;
__thread worker *this_worker;

unsigned linear_index(uint3 index) {
    return index.x + blockDim.x * (index.y + blockDim.y * index.z);
}

unsigned long progress(const worker &w) {
    return block.phase + (block.threads - block.unstarted) + w.finished + w.operations +
           w.interruptions;
}

static void fiber_main();

static fiber *take_fiber(worker &w) {
    if (w.used == w.fibers.size())
        w.fibers.push_back(new_fiber(w, w.fibers.size()));
    fiber *f = w.fibers[w.used++];
    if (!f->more->started)
        start_fiber(f, fiber_main);
    return f;
}

// Where every fiber starts and stays: runs threads until none is left to begin, leaves the ring,
// and goes on here when a later block needs it.
static void fiber_main() {
    for (;;) {
        worker &w = *this_worker;
        fiber *me = block.current;
        w.running->kernel->run_threads(w.running->body);
        fiber *to = me->next;
        if (!block.in_ring_mode || to == me) {
            w.in_block = false;
            to = &w.home;
        } else {
            me->more->previous->next = to;
            to->more->previous = me->more->previous;
            if (w.ring_tail == me)
                w.ring_tail = me->more->previous;
        }
        switch_context(me, to);
    }
}

void enter_ring_mode(fiber *me) {
    worker &w = *this_worker;
    block.in_ring_mode = true;
    block.alive = block.unstarted + 1;
    me->next = me->more->previous = me;
    w.ring_tail = me;
    // The threads before this one have all finished, or one of them would have come here first.
    unsigned first = block.threads - block.alive;
    for (unsigned warp = 0; warp * WARP_SIZE < block.threads; ++warp) {
        unsigned low = warp * WARP_SIZE;
        unsigned lanes = block.threads - low >= WARP_SIZE ? ~0u : (1u << (block.threads - low)) - 1;
        if (first >= low + WARP_SIZE)
            lanes = 0;
        else if (first > low)
            lanes &= ~0u << (first - low);
        w.warp_alive[warp] = lanes;
        w.warp_waiting[warp] = w.warp_asking[warp] = 0;
    }
}

void hand_over(fiber *me) {
    worker &w = *this_worker;
    fiber *to = me->next;
    if (block.unstarted != 0) {
        to = take_fiber(w);
        to->more->previous = w.ring_tail;
        to->next = w.ring_tail->next;
        w.ring_tail->next = to->next->more->previous = to;
        w.ring_tail = to;
        block.current = to;
    }
    if (to != me)
        switch_context(me, to);
    block.current = me;
    threadIdx = me->index;
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

static void release_barrier() {
    if (block.alive != block.threads)
        warn_departed(block.barrier_line, block.current->file);
    block.predicate_result = block.predicate_count;
    block.arrived = 0;
    ++block.phase;
    block.ring_complete = block.unstarted == 0 && block.alive == block.threads;
}

int wait_at_barrier(const char *file, int line, gather what, int predicate) {
    fiber *me = block.current;
    if (this_worker == nullptr || !this_worker->in_block) {
        std::fprintf(stderr, "%s:%d: CUDA emulator: __syncthreads() called from host code\n", file,
                     line);
        std::abort();
    }
    block.interruptible = 0;
    compiler_fence();
    me->file = file;
    me->line = line;
    me->index = threadIdx; // also for later barriers, which may take the fast path
    if (!block.in_ring_mode)
        enter_ring_mode(me);
    unsigned phase = block.phase;
    if (block.arrived != 0 && block.barrier_line != line) {
        // Some wait at another barrier. This thread can never pass; let the others run on until
        // nothing moves, so that the report can say where every one of them is.
        for (;;) {
            hand_over(me);
            failed_resume();
        }
    }
    if (block.arrived == 0)
        block.predicate_count = what == gather::all;
    if (what == gather::count)
        block.predicate_count += predicate != 0;
    else if (what == gather::all)
        block.predicate_count &= predicate != 0;
    else if (what == gather::any)
        block.predicate_count |= predicate != 0;
    block.barrier_line = line;
    if (++block.arrived == block.alive) {
        release_barrier();
    } else {
        hand_over(me);
        if (block.phase == phase)
            wait_again(me, phase);
    }
    me->line = 0;
    compiler_fence();
    block.interruptible = 1;
    return block.predicate_result;
}

void thread_finished() {
    worker &w = *this_worker;
    block.ring_complete = false;
    --block.alive;
    ++w.finished;
    unsigned index = linear_index(threadIdx);
    w.warp_alive[index / WARP_SIZE] &= ~(1u << index % WARP_SIZE);
    if (block.arrived != 0 && block.arrived == block.alive)
        release_barrier();
    if (w.warp_waiting[index / WARP_SIZE] != 0)
        lane_left(index / WARP_SIZE);
}

void give_up(failure why) {
    worker &w = *this_worker;
    w.failed = why;
    w.in_block = false;
    fiber *me = block.current;
    switch_context(me, &w.home);
    __builtin_unreachable();
}

// Runs the block that blockIdx names. Returns when it is finished or given up.
static void run_block(worker &w) {
    job &work = *w.running;
    block.threads = block.unstarted = work.block.x * work.block.y * work.block.z;
    block.in_ring_mode = block.ring_complete = false;
    block.arrived = block.phase = 0;
    w.used = 0;
    w.finished = w.operations = w.interruptions = 0;
    w.idle_stamp = ~0ul;
    w.idle_resumes = 0;
    fiber *first = take_fiber(w);
    first->next = first->more->previous = first;
    block.current = first;
    w.in_block = true;
    switch_context(&w.home, first);
    w.in_block = false;
}

void run_blocks(job &work) {
    worker &w = *this_worker;
    w.running = &work;
    blockDim = work.block;
    gridDim = work.grid;
    start_watch();
    while (!work.stop.load(std::memory_order_relaxed)) {
        unsigned long long i = work.next_block.fetch_add(1, std::memory_order_relaxed);
        if (i >= work.blocks)
            break;
        blockIdx.x = static_cast<unsigned>(i % work.grid.x);
        blockIdx.y = static_cast<unsigned>(i / work.grid.x % work.grid.y);
        blockIdx.z = static_cast<unsigned>(i / work.grid.x / work.grid.y);
        run_block(w);
        if (w.failed != failure::none) {
            work.stop = true;
            stop_watch();
            cudaError_t error = report_failure(work);
            for (fiber *f : w.fibers)
                forget_fiber(f);
            w.failed = failure::none;
            std::lock_guard<std::mutex> lock(work.mutex);
            if (work.error == cudaSuccess)
                work.error = error;
            break;
        }
    }
    stop_watch();
    w.running = nullptr;
    block.current = nullptr;
}

} // namespace cuda_emulator
