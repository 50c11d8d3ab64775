// lockstep.cpp: threads of a warp go in step from one volatile access to the next.
//
// A thread that comes to such an access lets the other lanes of its warp go on until they have come
// to theirs. Each lane then makes one access in turn. Lanes that have gone different ways meet
// again: those that are further behind in the source go first. Where others of the warp wait in a
// loop meanwhile, for a lock perhaps that this thread holds, the kernel is none of that kind.
//
// The checker names such a kernel's races, and the recorder has orders of its own: no steps there.
#include "emulator/lockstep.h"
#include "names.h"
#include "scheduler.h"

#include <cstdio>

namespace cuda_emulator {

// Where those behind wait for the one in front, it does go on.
constexpr int MOST_TURNS = 256;

static unsigned lane_number(const fiber *f) {
    return linear_index(f->index) % WARP_SIZE;
}

// All lanes that have begun, whatever they wait for.
static void know_fibers(warp_state &s, const fiber *me) {
    const unsigned warp = linear_index(me->index) / WARP_SIZE;
    for (fiber *f = me->next; f != me; f = f->next)
        if (linear_index(f->index) / WARP_SIZE == warp) {
            s.fibers[lane_number(f)] = f;
            s.known |= 1u << lane_number(f);
        }
}

// The way to a place from where the lane was before. Going back in the source is a turn of a loop.
static void go_on(lane_way &way, const way_point &to) {
    bool same_turn = true; // of the loops so far
    for (int i = 0; i < to.depth; ++i) {
        if (!same_turn || i >= way.place.depth || way.place.loops[i] != to.loops[i]) {
            way.turns[i] = 0;
            same_turn = false;
            continue;
        }
        const int inner = to.loops[i + 1], before = way.place.loops[i + 1];
        const bool same_access = i + 1 == to.depth && i + 1 == way.place.depth;
        if (inner < before || (inner == before && same_access)) {
            ++way.turns[i];
            same_turn = false;
        }
    }
    way.place = to;
}

static bool is_behind(const lane_way &way, const lane_way &other) {
    for (int i = 0;; ++i) {
        if (way.place.loops[i] != other.place.loops[i])
            return way.place.loops[i] < other.place.loops[i];
        if (i >= way.place.depth || i >= other.place.depth)
            return false;
        if (way.turns[i] != other.turns[i])
            return way.turns[i] < other.turns[i];
    }
}

static bool others_are_behind(const warp_state &s, unsigned lane) {
    for (unsigned others = s.in_step; others != 0; others &= others - 1)
        if (is_behind(s.ways[__builtin_ctz(others)], s.ways[lane]))
            return true;
    return false;
}

// What the other lanes are doing that have begun and have not come to a place of theirs.
enum class others { arrived, run, look_in_vain };

static others what_others_do(const warp_state &s) {
    others all = others::arrived;
    for (unsigned left = able_lanes(s) & ~s.in_step; left != 0; left &= left - 1) {
        const fiber_details &d = details_of(s.fibers[__builtin_ctz(left)]);
        if (d.interrupted_at == nullptr)
            continue;
        if (profiled || d.looks_in_vain) // no timer interrupts a thread there
            return others::look_in_vain;
        all = others::run;
    }
    return all;
}

// Once in a program: where others have stopped at the same place.
static void tell(const warp_state &s, unsigned lane, const char *file, int line) {
    static std::atomic<bool> told{false};
    if (observed || told.load(std::memory_order_relaxed))
        return;
    bool alone = true;
    for (unsigned others = s.in_step & ~(1u << lane); others != 0; others &= others - 1)
        alone = alone && (is_behind(s.ways[__builtin_ctz(others)], s.ways[lane]) ||
                          is_behind(s.ways[lane], s.ways[__builtin_ctz(others)]));
    if (alone || told.exchange(true))
        return;
    std::fflush(stdout);
    std::fprintf(stderr,
                 "CUDA emulator: note: %s:%d: threads of a warp go in step here, from one volatile "
                 "access to the next, as they do on GPUs. CUDA has not promised it since Volta: "
                 "__syncwarp() between the accesses does\n",
                 short_path(file).c_str(), line);
}

void keep_step(const way_point &place, const char *file, int line) {
    if (checked || recorded || block.current == nullptr || block.interruptible == 0)
        return; // in host code
    job &work = *this_worker->running;
    if (work.out_of_step.load(std::memory_order_relaxed) || block.no_turns)
        return; // or in a block that seems to hang, see neighbours_turn
    block.interruptible = 0;
    compiler_fence();
    fiber *me = block.current;
    if (!block.lanes_ready || lane_of(me).warp == nullptr)
        find_lane(file, line);
    warp_state &s = *lane_of(me).warp;
    const unsigned lane = lane_of(me).lane;
    s.fibers[lane] = me;
    s.known |= 1u << lane;
    if ((s.alive & ~s.known) != 0)
        know_fibers(s, me);
    if ((s.under_way >> lane & 1) == 0)
        s.ways[lane] = {};
    s.under_way |= 1u << lane;
    go_on(s.ways[lane], place);
    s.in_step |= 1u << lane;
    me->line = IN_STRIDE;
    bool waits = true;
    for (int turns = 0; waits && turns < MOST_TURNS; ++turns) {
        ++block.turns;
        fiber *to = next_for_warp(s, lane);
        if (to != me)
            switch_context(me, to);
        block.current = me;
        restore_thread_index(me);
        notify(&observer::thread_runs);
        const others now = what_others_do(s);
        if (now == others::look_in_vain)
            work.out_of_step = true;
        waits = now == others::run || (now == others::arrived && others_are_behind(s, lane));
    }
    if (!work.out_of_step)
        tell(s, lane, file, line);
    s.in_step &= ~(1u << lane);
    compiler_fence();
    block.interruptible = 1;
}

} // namespace cuda_emulator
