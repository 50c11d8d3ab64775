// streaks.h: series that go on, access after access, and of which nothing has to be noted
// meanwhile.
#ifndef CUDA_EMULATOR_STREAKS_H
#define CUDA_EMULATOR_STREAKS_H

#include "shadow.h"

namespace cuda_emulator {
namespace checker {

// Accesses from one place in the code, each by the next thread to the next words of one stretch, or
// to the next one or two bytes.
// Whether the next access is one more is all that is looked at, and it is counted. The stretch gets
// to know of them when the streak ends, which is before anything else looks at the stretch. While a
// series that writes has a streak, no other uses the stretch; those that read may have one each.
struct alignas(64) streak {
    void *code;      // null: there is none
    uintptr_t next;  // where the next access will be
    uint64_t origin; // the same for all of them: see origin_of
    uintptr_t first; // the first one that the stretch does not know
    access series;
    unsigned char size, shift;  // of each access, in bytes, and its logarithm
    bool writes, makes_written; // bytes that were not
    unsigned char read;         // the number of the stretch's series, if it reads
    unsigned char entry;        // in the list of those that there are
};

// The streak of a place, if it has one, is at the place's number of these.
constexpr unsigned STREAK_PLACES = 512;
extern streak streaks[STREAK_PLACES];
inline streak &streak_from(void *code) {
    return streaks[reinterpret_cast<uintptr_t>(code) % STREAK_PLACES];
}

// The epoch at which an access of this size at address 0 would have been.
inline uint64_t origin_of(uintptr_t address, unsigned size, uint64_t epoch) {
    return epoch - address / size * NEXT_THREAD;
}

// Whether the access is one more of the streak.
template <unsigned SIZE>
inline __attribute__((always_inline)) bool is_next_of(const streak &s, uintptr_t address,
                                                      void *code) {
    return s.code == code && s.next == address &&
           s.origin == origin_of(address, SIZE, checked_thread.epoch);
}
template <unsigned WORDS>
inline __attribute__((always_inline)) bool is_next(const streak &s, uintptr_t address, void *code) {
    return is_next_of<4 * WORDS>(s, address, code);
}

// Whether it goes on with the beginning of the next stretch, of which nothing else is known. It is
// noted there.
template <unsigned WORDS, bool WRITES> bool goes_on_in_next(streak &s);
template <unsigned BYTES, bool WRITES> bool bytes_go_on_in_next(streak &s);

// An access has begun this series: those that follow may be a streak.
template <unsigned WORDS>
void begin_streak(uintptr_t address, access series, bool writes, unsigned read, void *code);
template <unsigned BYTES>
void begin_streak_of_bytes(uintptr_t address, access series, bool writes, unsigned read,
                           void *code);
// Whether series of bytes may begin in the stretch, which is one of bytes then: not if that would
// forget what has to be remembered.
bool begin_bytes(uintptr_t address);
// Places whose byte stretches have to go into cells, in this launch: they begin no more of them.
void stretch_is_broken(const byte_stretch &s);
bool breaks_stretches(uint32_t place);

// Ends those of the stretch. Whether there were any.
bool end_streaks_of(const stretch &of);
void end_streaks();

} // namespace checker
} // namespace cuda_emulator

#endif
