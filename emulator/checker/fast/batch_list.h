// batch_list.h: the batches that there are, for batches.cpp and word_parts.cpp.
#ifndef CUDA_EMULATOR_BATCH_LIST_H
#define CUDA_EMULATOR_BATCH_LIST_H

#include "batches.h"

namespace cuda_emulator {
namespace checker {

// Those that there are, and the numbers of the stretches in which they may be. So few, as all are
// looked at when a series begins.
constexpr unsigned MOST_BATCHES = 16;
extern batch *all_batches[MOST_BATCHES];
extern uint32_t first_stretches[MOST_BATCHES], counts[MOST_BATCHES];
static_assert(REGION_BYTES / stretch::BYTES < uint64_t(1) << 31, "their numbers, and a sign");

void end_batch(batch &s);
// It may be in the stretches from this address on, up to that one.
void is_in(const batch &s, uintptr_t from, uintptr_t to);
// Whether the thread that runs may yet add to it, in the same stretch, or has just done so.
bool is_alive(const batch &s);
// Its stretches, of which nothing is known that counts, get to know of its accesses.
void note_ahead(const batch &s);
// How far the batch reaches from there on, as far as the threads that are left come: where the
// first stretch begins of which anything else is known. They are marked.
template <bool WRITES>
uintptr_t reach_ahead(batch &s, uintptr_t address, unsigned step, bool &makes_written);

// word_parts.cpp
void end_parts();
bool parts_go_on(batch &s, uintptr_t address);

} // namespace checker
} // namespace cuda_emulator

#endif
