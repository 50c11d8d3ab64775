// batches.h: accesses of a series that are only counted as they come, and noted together at the
// end.
#ifndef CUDA_EMULATOR_BATCHES_H
#define CUDA_EMULATOR_BATCHES_H

#include "checker/order.h"

namespace cuda_emulator {
namespace checker {

// A batch: accesses from one place in the code, each by the next thread to the next words of one
// stretch, or to the next one or two bytes; or a solo, by one thread.
// Whether the next access is one more is all that is looked at, and it is counted. The stretch gets
// to know of them when the batch ends, which is before anything else looks at the stretch. While a
// series that writes has a batch, no other uses the stretch; those that read may have one each.
//
// Of the stretches in which a batch will come, some may be looked at together, up to `limit`: of
// these nothing is known that counts, and they say so that it may have come there (AHEAD).
struct alignas(64) batch {
    void *code;        // null: there is none
    uintptr_t next;    // where the next access will be
    uintptr_t limit;   // where it has to be looked at what the next stretches are like
    uint64_t origin;   // the same for all of them: see is_by_next
    uintptr_t first;   // the first one that the stretch does not know
    uintptr_t counted; // where the first one is that now.accesses does not have
    uint32_t place;    // the number of the code's place
    bool is_ahead : 1; // of all that the stretches know, from `first` on
    bool writes : 1, makes_written : 1; // bytes that were not
    bool is_again : 1;                  // and no batch: see expect_again
    unsigned char size, shift; // of each access, in bytes, and its logarithm; or SOLO_SHIFT
    unsigned char read;        // the number of the stretch's series, if it reads
    unsigned char entry;       // in the list of those that there are
    unsigned char reach;       // so many of the next stretches are looked at
    unsigned char part;        // its number among the parts of a word, from 1 on; 0: it is none
    unsigned char then;        // that of the part behind it, or of the first one
};
static_assert(sizeof(batch) == 64, "a cache line");

// Of a solo, all of which one thread makes: the address shifted so is 0. Its origin is the thread's
// epoch and a bit that no epoch has, so that nobody takes it for one of several threads.
constexpr unsigned char SOLO_SHIFT = 8 * sizeof(uintptr_t) - 1;
constexpr uint64_t OF_SOLO = 1;
inline uint64_t origin_of_solo() {
    return checked_thread.epoch | OF_SOLO;
}

// The batch of a place, if it has one, is at the place's number of these.
constexpr unsigned BATCH_PLACES = 2048;
extern batch batches[BATCH_PLACES];
inline batch &batch_from(void *code) {
    return batches[reinterpret_cast<uintptr_t>(code) % BATCH_PLACES];
}

// The epoch at which an access at address 0 would have been.
inline uint64_t origin_of(uintptr_t address, unsigned shift, uint64_t epoch) {
    return epoch - (address >> shift) * NEXT_THREAD;
}

// Whether an access of this thread at this address would be one more.
inline __attribute__((always_inline)) bool is_by_next(const batch &s, uintptr_t address,
                                                      unsigned shift) {
    return s.origin == origin_of(address, shift, checked_thread.epoch);
}

inline void count_accesses(batch &s) {
    now.accesses += (s.next - s.counted) >> __builtin_ctz(s.part != 0 ? 4 : s.size);
    s.counted = s.next;
}

// If the place has no batch: what it reads there again need not be noted, whichever thread does
// so.
inline void expect_again(void *code, uintptr_t address) {
    batch &s = batch_from(code);
    if (s.code != nullptr && !s.is_again)
        return;
    s.code = code;
    s.next = address;
    s.limit = 0;
    s.origin = OF_SOLO; // of none
    s.is_again = true;
}

// Whether it goes on with the beginning of a stretch, the next one or another, of which nothing
// else is known. It is noted there.
template <unsigned WORDS, bool WRITES> bool goes_on_in_next(batch &s, uintptr_t address);
template <unsigned BYTES, bool WRITES> bool bytes_go_on_in_next(batch &s, uintptr_t address);

// Threads that write a word each, but from several places one or two bytes of it: pixels, mostly.
// What is remembered of a word of which one thread has written all is its last write, so these are
// one batch of words, of the last place. Each place has a batch here, a part, and they go on in
// turns. There is one such group at a time, which begins where a stretch does, after a thread has
// written a word so.
//
// A thread writes so many bytes, and no batch knows of it.
void look_for_parts(uintptr_t address, unsigned bytes, void *code, uint32_t place);
extern unsigned char part_in_turn; // its number
// hooks.cpp: writes that were not noted when a group ended.
void touch_part(uintptr_t address, unsigned bytes, void *code);

// An access has begun this series: those that follow may be a batch.
template <unsigned WORDS>
void begin_batch(uintptr_t address, access series, bool writes, unsigned read, void *code);
template <unsigned BYTES>
void begin_batch_of_bytes(uintptr_t address, access series, bool writes, unsigned read, void *code);
// Whether series of bytes may begin in the stretch, which is one of bytes then: not if that would
// forget what has to be remembered.
bool begin_bytes(uintptr_t address);
// Places whose byte stretches have to go into cells, in this launch: they begin no more of them.
void stretch_is_broken(const byte_stretch &s);
bool breaks_stretches(uint32_t place);

// hooks.cpp: begins a series of reads with so many words, and says which of the stretch it is.
// False if that is not possible, or if the stretch may hear of them only one by one.
bool go_on_with_solo(uintptr_t address, unsigned words, access solo, unsigned &which);

// Ends those of the stretch. Whether there were any.
bool end_batches_of(const stretch &of);
void end_batches();

} // namespace checker
} // namespace cuda_emulator

#endif
