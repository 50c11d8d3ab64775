// shared.h: shortcuts "third_reads" and "behind_barrier", of shared memory.
#ifndef CUDA_EMULATOR_SHARED_H
#define CUDA_EMULATOR_SHARED_H

#include "in_series.h"

namespace cuda_emulator {
namespace checker {

namespace {

// Shortcut "third_reads": of words in shared memory that nobody has written since the barrier, and
// two threads have read: the next one that reads them takes the place of the latest. That is what
// remember() comes to where threads share what they read. It need not be asked whether the words
// are written, as another thread has read them since the barrier.
template <unsigned WORDS>
inline __attribute__((always_inline)) bool are_third_reads(uintptr_t address, void *code) {
    const uint32_t place = known_place(code);
    if (!with::third_reads || place == 0)
        return false;
    cell *const cells = region_cell(address);
    const access mine = this_epoch().to(WHOLE_WORD, false, place), phase(now.phase_first, 0);
    for (unsigned i = 0; i < WORDS; ++i) {
        const access older = cells[i].read[0], latest = cells[i].read[1];
        if (older.is_before(phase) || older.same_thread(mine) || !cells[i].write.is_before(phase) ||
            !older.is_like(mine) || !latest.is_like(mine))
            return false;
        if (!latest.same_epoch(mine))
            cells[i].read[1] = mine;
    }
    return true;
}

// Shortcut "behind_barrier": in shared memory what is older than the last barrier is in order with
// everything. Of words that nobody has used since in another way, or only this thread, remember()
// comes to little. (A split cell's write looks as if it were yet to come.)
template <unsigned HOW, unsigned WORDS>
inline __attribute__((always_inline)) bool fits_behind_barrier(uintptr_t address, void *code) {
    const uint32_t place = known_place(code);
    const access mine = this_epoch().to(WHOLE_WORD, false, place), phase(now.phase_first, 0);
    const auto is_mine_or_over = [&](access a) { return a.is_before(phase) || a.same_epoch(mine); };
    if (!with::behind_barrier || place == 0 || !are_good<HOW, WORDS>(region_state(address)))
        return false;
    cell *const cells = region_cell(address);
    for (unsigned i = 0; i < WORDS; ++i) {
        cell &c = cells[i];
        const access older = c.read[0], latest = c.read[1];
        if (!is_mine_or_over(c.write))
            return false;
        if (HOW == WRITES) {
            if (!is_mine_or_over(older) || !is_mine_or_over(latest))
                return false;
            c = {mine, {}};
        } else {
            if (!older.is_before(phase) || older.is_atomic() || !latest.is_like_or_none(mine))
                return false;
            if (latest.same_epoch(mine))
                continue; // the first place stays
            if (latest.same_thread(mine) && !latest.is_before(phase))
                return false;
            c.read[0] = latest;
            c.read[1] = mine;
        }
    }
    return true;
}

} // namespace

} // namespace checker
} // namespace cuda_emulator

#endif
