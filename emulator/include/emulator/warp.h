// warp.h: shuffles, votes, matches, reductions and __syncwarp among the 32 threads of a warp.
//
// The lanes that `mask` names wait for one another; lanes that have left the kernel do not hold
// the others up, as on a GPU since sm_70. Different masks make independent groups.
#ifndef CUDA_EMULATOR_WARP_H
#define CUDA_EMULATOR_WARP_H

#include "emulator/barrier.h"
#include "emulator/block.h"

#include <cstring>
#include <type_traits>

namespace cuda_emulator {

enum class warp_operation : int {
    none,
    sync,
    shuffle,
    shuffle_up,
    shuffle_down,
    shuffle_xor,
    all,
    any,
    ballot,
    match_any,
    match_all,
    add_signed,
    add_unsigned,
    min_signed,
    min_unsigned,
    max_signed,
    max_unsigned,
    bit_and,
    bit_or,
    bit_xor,
    matrix,
    together,
};

struct warp_result {
    unsigned long long value;
    bool flag; // it is not 0
};

// Takes part in one operation: offers `value`, waits for the lanes of `mask`, returns this lane's
// result. `argument` is the source lane, distance or predicate; `width` the shuffle's segment.
warp_result warp_exchange(warp_operation operation, unsigned mask, unsigned long long value,
                          int argument, int width, const char *file, int line);

// The lane whose value `lane` gets, by the rules of the programming guide; its own when the
// source lies outside its segment of `width` lanes.
inline unsigned source_lane(warp_operation operation, unsigned lane, unsigned argument,
                            unsigned width) {
    const unsigned first = lane & ~(width - 1);
    switch (operation) {
    case warp_operation::shuffle:
        return first | (argument & (width - 1));
    case warp_operation::shuffle_up:
        return argument <= lane - first ? lane - argument : lane;
    case warp_operation::shuffle_down:
        return argument < width && lane + argument < first + width ? lane + argument : lane;
    case warp_operation::shuffle_xor: { // later segments are out of reach, earlier ones are not
        const unsigned source = lane ^ argument;
        return source < first + width ? source : lane;
    }
    default:
        return lane;
    }
}

// The lane, on this fiber, is in the operation and waits from now on.
inline __attribute__((always_inline)) void arrive(warp_state &s, unsigned lane, fiber *me,
                                                  warp_operation operation, unsigned mask,
                                                  unsigned long long value, int argument,
                                                  int width) {
    s.operation[lane] = static_cast<int>(operation);
    s.mask[lane] = mask;
    s.from[lane] =
        source_lane(operation, lane, static_cast<unsigned>(argument), static_cast<unsigned>(width));
    s.value[lane] = value;
    s.fibers[lane] = me;
    s.known |= 1u << lane;
    s.waiting |= 1u << lane;
}

// Notes which lane the thread is that is at this place, an operation of its warp.
void find_lane(const char *file, int line);
// Gives the block up: the lane may not be in an operation of this mask and width.
[[noreturn]] void refuse_exchange(unsigned mask, int width);
// Completes the operation that the lane is in, if all are in it; for that of its mask.
bool complete_operation(warp_state &s, unsigned lane);
// The fiber to go on with where lanes of the warp have not come to any operation yet.
fiber *next_for_warp(const warp_state &s, unsigned lane);
// Lets others go on until the lane has its answer.
void wait_longer(fiber *me, const unsigned &waiting, unsigned lane);

#ifdef CUDA_EMULATOR_FAST_SWITCH
// A warp operation in the usual case, inlined: the next lane of the warp goes on, which is at this
// place too or soon will be.
inline __attribute__((always_inline)) warp_result
warp_exchange(warp_operation operation, unsigned mask, unsigned long long value, int argument,
              int width, const char *file, int line) {
    set_interruptible<0>();
    compiler_fence();
    fiber *me = current_fiber();
    if (__builtin_expect(me == nullptr || lane_of(me).warp == nullptr, 0))
        find_lane(file, line);
    me->file = file;
    me->line = line;
    warp_state &s = *lane_of(me).warp;
    const unsigned lane = lane_of(me).lane, bit = 1u << lane;
    if (__builtin_expect((mask & bit) == 0 || width < 1 || width > 32 || (width & (width - 1)) != 0,
                         0))
        refuse_exchange(mask, width);
    arrive(s, lane, me, operation, mask, value, argument, width);
    if ((mask & s.alive & ~s.waiting) != 0 || !complete_operation(s, lane)) {
        // Mostly the next fiber of the ring is that of the next lane. A processor guesses that it
        // is, and need not wait for what says so.
        fiber *to = me->next;
        if (__builtin_expect(lane == 31 || (able_lanes(s) >> (lane + 1) & 1) == 0 ||
                                 to != s.fibers[lane + 1],
                             0))
            to = next_for_warp(s, lane);
        me = switch_context(me, to);
        set_current_fiber(me);
        restore_thread_index(me);
        if (__builtin_expect((s.waiting & bit) != 0, 0))
            wait_longer(me, s.waiting, lane);
    }
    const unsigned long long result = s.result[lane];
    compiler_fence();
    set_interruptible<1>();
    return {result, result != 0};
}
#endif

// What a lane brings to an operation of mma.h.
struct matrix_call {
    const char *name;
    const void *memory; // that is loaded from or stored to, or null
    unsigned long row_bytes;
    const void *a, *b, *c; // this lane's parts of the factors and the sum, or null
    void *d;
    // Works out all lanes' d; or null.
    void (*multiply)(const matrix_call *const lanes[]);
    unsigned alignment = 32; // of `memory`, in bytes
};

// Waits for all 32 lanes of the warp. The last one to come calls `multiply`.
void take_part(const matrix_call &mine, const char *file, int line);

// The lanes that are at this very call; waits until no other lane can arrive.
unsigned active_mask(const char *file, int line);

// What a lane brings to work that the last one to come does for all of `group`, where a GPU would
// take several operations; whoever wants it adds the lane's part in a type derived from this one.
struct lane_work {
    void (*do_all)(unsigned group, lane_work *const lanes[]);
};

template <class T> unsigned long long to_bits(T value) {
    static_assert(sizeof(T) <= 8, "warp operations take types of up to 64 bits");
    unsigned long long bits = 0;
    std::memcpy(&bits, &value, sizeof value);
    return bits;
}
template <class T> T from_bits(unsigned long long bits) {
    T value;
    std::memcpy(&value, &bits, sizeof value);
    return value;
}

inline __attribute__((always_inline)) void work_together(unsigned mask, lane_work &mine,
                                                         const char *file, int line) {
    warp_exchange(warp_operation::together, mask, to_bits(&mine), 0, 32, file, line);
}

template <class T> using arithmetic = std::enable_if_t<std::is_arithmetic<T>::value, T>;

} // namespace cuda_emulator

#define CUDA_EMULATOR_PLACE const char *file = __builtin_FILE(), int line = __builtin_LINE()

#define CUDA_EMULATOR_SHUFFLE(NAME, OPERATION, ARGUMENT_TYPE)                                      \
    template <class T>                                                                             \
    inline ::cuda_emulator::arithmetic<T> NAME(unsigned mask, T value, ARGUMENT_TYPE argument,     \
                                               int width = 32, CUDA_EMULATOR_PLACE) {              \
        using namespace ::cuda_emulator;                                                           \
        return from_bits<T>(warp_exchange(warp_operation::OPERATION, mask, to_bits(value),         \
                                          static_cast<int>(argument), width, file, line)           \
                                .value);                                                           \
    }
CUDA_EMULATOR_SHUFFLE(__shfl_sync, shuffle, int)
CUDA_EMULATOR_SHUFFLE(__shfl_up_sync, shuffle_up, unsigned)
CUDA_EMULATOR_SHUFFLE(__shfl_down_sync, shuffle_down, unsigned)
CUDA_EMULATOR_SHUFFLE(__shfl_xor_sync, shuffle_xor, int)

inline void __syncwarp(unsigned mask = 0xffffffffu, CUDA_EMULATOR_PLACE) {
    ::cuda_emulator::warp_exchange(::cuda_emulator::warp_operation::sync, mask, 0, 0, 32, file,
                                   line);
}

inline unsigned __activemask(CUDA_EMULATOR_PLACE) {
    return ::cuda_emulator::active_mask(file, line);
}

#define CUDA_EMULATOR_VOTE(NAME, OPERATION, T)                                                     \
    inline T NAME(unsigned mask, int predicate, CUDA_EMULATOR_PLACE) {                             \
        using namespace ::cuda_emulator;                                                           \
        return static_cast<T>(                                                                     \
            warp_exchange(warp_operation::OPERATION, mask, predicate != 0, 0, 32, file, line)      \
                .value);                                                                           \
    }
CUDA_EMULATOR_VOTE(__all_sync, all, int)
CUDA_EMULATOR_VOTE(__any_sync, any, int)
CUDA_EMULATOR_VOTE(__ballot_sync, ballot, unsigned)

template <class T>
inline std::enable_if_t<std::is_arithmetic<T>::value, unsigned>
__match_any_sync(unsigned mask, T value, CUDA_EMULATOR_PLACE) {
    using namespace ::cuda_emulator;
    return static_cast<unsigned>(
        warp_exchange(warp_operation::match_any, mask, to_bits(value), 0, 32, file, line).value);
}

template <class T>
inline std::enable_if_t<std::is_arithmetic<T>::value, unsigned>
__match_all_sync(unsigned mask, T value, int *all_equal, CUDA_EMULATOR_PLACE) {
    using namespace ::cuda_emulator;
    warp_result result =
        warp_exchange(warp_operation::match_all, mask, to_bits(value), 0, 32, file, line);
    *all_equal = result.flag;
    return static_cast<unsigned>(result.value);
}

#define CUDA_EMULATOR_REDUCE(NAME, OPERATION, T)                                                   \
    inline T NAME(unsigned mask, T value, CUDA_EMULATOR_PLACE) {                                   \
        using namespace ::cuda_emulator;                                                           \
        return from_bits<T>(                                                                       \
            warp_exchange(warp_operation::OPERATION, mask, to_bits(value), 0, 32, file, line)      \
                .value);                                                                           \
    }
CUDA_EMULATOR_REDUCE(__reduce_add_sync, add_signed, int)
CUDA_EMULATOR_REDUCE(__reduce_add_sync, add_unsigned, unsigned)
CUDA_EMULATOR_REDUCE(__reduce_min_sync, min_signed, int)
CUDA_EMULATOR_REDUCE(__reduce_min_sync, min_unsigned, unsigned)
CUDA_EMULATOR_REDUCE(__reduce_max_sync, max_signed, int)
CUDA_EMULATOR_REDUCE(__reduce_max_sync, max_unsigned, unsigned)
CUDA_EMULATOR_REDUCE(__reduce_and_sync, bit_and, unsigned)
CUDA_EMULATOR_REDUCE(__reduce_or_sync, bit_or, unsigned)
CUDA_EMULATOR_REDUCE(__reduce_xor_sync, bit_xor, unsigned)

#undef CUDA_EMULATOR_PLACE
#undef CUDA_EMULATOR_SHUFFLE
#undef CUDA_EMULATOR_VOTE
#undef CUDA_EMULATOR_REDUCE

// Ends the kernel with an error, as the instruction of that name does.
[[noreturn]] void __trap(const char *file = __builtin_FILE(), int line = __builtin_LINE());
inline void __brkpt() {}

#endif
