// lanes.h: kernels whose threads are lanes of loops.
//
// Where the text of a kernel shows that its threads take the same way from barrier to barrier, the
// rewriter makes loops over the threads of each row of a block, and puts them where they pay:
// inside of a loop over the grid, not around it. Then neighbours read what lies side by side one
// after the other, and a compiler makes vectors of them. (See rewriter/passes/lanes.cpp.)
//
// What lies between two barriers is a segment: a closure that runs some neighbours of a row, its
// lanes. It works with any number of them. So when a segment has failed at an address, its lanes
// run once more, one by one, until one fails: that is the thread that the report names.
#ifndef CUDA_EMULATOR_LANES_H
#define CUDA_EMULATOR_LANES_H

#include "emulator/kernel.h"
#include "emulator/warp.h"

#include <cstdint>
#include <type_traits>

#ifdef __OPTIMIZE__
#define CUDA_EMULATOR_INLINE_LANES __attribute__((always_inline))
#else
#define CUDA_EMULATOR_INLINE_LANES
#endif
// Processors with fused multiply-adds have vectors of 256 bits.
#if defined(__x86_64__) && defined(__FMA__) && !defined(__clang__)
#define CUDA_EMULATOR_LONG_VECTORS __attribute__((target("avx2,prefer-vector-width=256")))
#else
#define CUDA_EMULATOR_LONG_VECTORS
#endif
// g++ would compile a segment once more for the number of lanes that it mostly runs.
#ifdef __clang__
#define CUDA_EMULATOR_COMPILED_ONCE __attribute__((noinline))
#else
#define CUDA_EMULATOR_COMPILED_ONCE __attribute__((noinline, noclone))
#endif

namespace cuda_emulator {

// So many that loops over them are worth their beginning, and that their variables stay in the
// first-level cache.
constexpr int MOST_LANES = 256;
constexpr int MOST_THREADS_OF_BLOCK = 1024;

// Some of a segment's lanes: [from, to).
struct lanes {
    int from, to;
};

// Which of the lanes have a value for which a comparison holds, if each one's is greater by 1 than
// the one's before. Where numbers begin anew at 0 these need not lie side by side.
[[noreturn]] void lanes_lie_apart();

template <class T, class Test>
__attribute__((noinline, cold)) lanes test_each(T first, lanes among, Test test) {
    const auto holds = [&](int lane) { return test(static_cast<T>(first + lane)); };
    lanes found = {among.from, among.from};
    for (int lane = among.from; lane < among.to; ++lane)
        if (holds(lane)) {
            if (found.from == found.to)
                found.from = found.to = lane;
            if (found.to != lane)
                lanes_lie_apart();
            ++found.to;
        }
    return found;
}

// How many lanes have a value below the bound (or equal to it). -1: each has to be looked at,
// because the numbers wrap around or are not integers.
template <class T, class B>
inline __attribute__((always_inline)) int count_lanes(T first, B bound, bool also_equal,
                                                      lanes among) {
    if constexpr (std::is_integral<T>::value && std::is_integral<B>::value) {
        using common = decltype(T() + B());
        if (among.from >= among.to)
            return 0;
        const auto value = [first](int lane) {
            return static_cast<common>(static_cast<T>(first + static_cast<T>(lane)));
        };
        const common least = value(among.from), greatest = value(among.to - 1),
                     end = static_cast<common>(bound);
        if (__builtin_expect(least <= greatest, 1)) {
            using distance = typename std::make_unsigned<common>::type; // no branches from here on
            const distance last = static_cast<distance>(among.to - among.from) - 1,
                           below = static_cast<distance>(end) - static_cast<distance>(least) -
                                   !also_equal;
            const int count = static_cast<int>(below < last ? below : last) + 1;
            return (also_equal ? least <= end : least < end) ? count : 0;
        }
    }
    return -1;
}

// first + lane < bound, and the other comparisons.
template <class T, class B>
inline __attribute__((always_inline)) lanes lanes_below(T first, B bound, lanes among) {
    const int count = count_lanes(first, bound, false, among);
    return __builtin_expect(count >= 0, 1)
               ? lanes{among.from, among.from + count}
               : test_each(first, among, [bound](T value) { return value < bound; });
}
template <class T, class B>
inline __attribute__((always_inline)) lanes lanes_up_to(T first, B bound, lanes among) {
    const int count = count_lanes(first, bound, true, among);
    return __builtin_expect(count >= 0, 1)
               ? lanes{among.from, among.from + count}
               : test_each(first, among, [bound](T value) { return value <= bound; });
}
template <class T, class B>
inline __attribute__((always_inline)) lanes lanes_from(T first, B bound, lanes among) {
    const int count = count_lanes(first, bound, false, among);
    return __builtin_expect(count >= 0, 1)
               ? lanes{among.from + count, among.to}
               : test_each(first, among, [bound](T value) { return value >= bound; });
}
template <class T, class B>
inline __attribute__((always_inline)) lanes lanes_above(T first, B bound, lanes among) {
    const int count = count_lanes(first, bound, true, among);
    return __builtin_expect(count >= 0, 1)
               ? lanes{among.from + count, among.to}
               : test_each(first, among, [bound](T value) { return value > bound; });
}
template <class T, class B>
inline __attribute__((always_inline)) lanes lanes_at(T first, B bound, lanes among) {
    const int count = count_lanes(first, bound, false, among);
    return __builtin_expect(count >= 0, 1)
               ? lanes{among.from + count, among.from + count_lanes(first, bound, true, among)}
               : test_each(first, among, [bound](T value) { return value == bound; });
}

// As many of the lanes as have numbers that grow from that of the first one by this step, and do
// not begin anew.
template <class T>
__attribute__((noinline, cold)) int count_in_range(T first, long long step, int count) {
    const auto is_in_range = [&](int lane) {
        const long long value = static_cast<long long>(first) + step * lane;
        return static_cast<T>(value) == value;
    };
    int some = 1;
    while (some < count && is_in_range(some))
        ++some;
    return some;
}
template <class T>
inline __attribute__((always_inline)) void keep_in_range(T first, long long step, lanes &which) {
    static_assert(sizeof(T) == 4, "a number of 32 bits");
    const int count = which.to - which.from;
    const long long last = static_cast<long long>(first) + step * (count - 1);
    if (__builtin_expect(static_cast<T>(last) != last, 0))
        which.to = which.from + count_in_range(first, step, count);
}

// All or none, for a condition that is the same for all.
inline lanes lanes_if(bool condition, lanes among) {
    return condition ? among : lanes{among.from, among.from};
}

inline bool some(lanes which) {
    return which.from < which.to;
}

// How many they are. (Their numbers are not negative, which compilers may know.)
inline __attribute__((always_inline)) int count_of(lanes which) {
    if (which.from < 0)
        __builtin_unreachable();
    return which.to - which.from;
}

// Whether that is all of them, and more than one: what runs by itself is what a report is about,
// and goes by the lines of the source.
inline bool are_all(lanes some, lanes of) {
    return of.to - of.from > 1 && some.from == of.from && some.to == of.to;
}

// Runs a statement of each of them.
template <class Lane>
inline __attribute__((always_inline)) void each_lane(lanes which, const Lane &run) {
    const int count = count_of(which);
    for (int lane = 0; lane < count; ++lane)
        run(lane);
}

// The same where they may read and write side by side: compilers need not ask whether one lane
// reads what another one writes.
template <class Lane>
inline __attribute__((always_inline)) void lanes_together(lanes which, const Lane &run) {
    const int count = count_of(which);
#pragma GCC ivdep
    for (int lane = 0; lane < count; ++lane)
        run(lane);
}

// The same in a function of its own, where the addresses of many places find registers.
template <class Lane>
CUDA_EMULATOR_COMPILED_ONCE void lanes_together_apart(lanes which, const Lane &of_lane) {
    const Lane run = of_lane; // nobody else knows of it
    lanes_together(which, run);
}

// A part of them: so few that what each has of its own stays in registers from round to round of a
// loop, and so many that it pays.
struct part_of_lanes {
    static constexpr int count = 16;
    int from;
    operator lanes() const { return {from, from + count}; }
};

template <class Lane>
inline __attribute__((always_inline)) void each_lane(part_of_lanes, const Lane &run) {
#pragma GCC unroll 4 // no more, so that g++ makes vectors of neighbours, and not of rounds
    for (int lane = 0; lane < part_of_lanes::count; ++lane)
        run(lane);
}

// Runs a loop of these lanes part by part, and then of those that are left.
template <class Loop>
inline __attribute__((always_inline)) void in_parts(lanes which, const Loop &run) {
    int from = which.from;
    for (; which.to - from >= part_of_lanes::count; from += part_of_lanes::count)
        run(part_of_lanes{from});
    if (from < which.to)
        run(lanes{from, which.to});
}

// So many go round a loop together that each of them leaves when it likes: the loop goes on for the
// others one by one.
constexpr int LANES_OF_ROUNDS = 64;

template <class GoesOn, class Round>
inline __attribute__((always_inline)) void while_lanes(lanes which, const GoesOn &all_go_on,
                                                       const Round &round) {
    for (int from = which.from; from < which.to; from += LANES_OF_ROUNDS) {
        const int to = which.to - from < LANES_OF_ROUNDS ? which.to : from + LANES_OF_ROUNDS;
        while (all_go_on(lanes{from, to}))
            round(lanes{from, to});
        for (int lane = from; lane < to; ++lane)
            while (all_go_on(lanes{lane, lane + 1}))
                round(lanes{lane, lane + 1});
    }
}
template <class GoesOn, class Round>
inline __attribute__((always_inline)) void do_lanes(lanes which, const Round &round,
                                                    const GoesOn &all_go_on) {
    round(which);
    while_lanes(which, all_go_on, round);
}

// Gives each lane what is left of its value when it is divided, at the price of a comparison where
// that is all of it.
template <class Divisor, class Value, class Give>
inline __attribute__((always_inline)) void
remainder_of_lanes(lanes which, Divisor divisor, const Value &value, const Give &give) {
    using common = decltype(value(0) % divisor);
    const auto bound = static_cast<common>(divisor);
    unsigned all_less = 1; // of these compilers make vectors, of bool they do not
    each_lane(which, [&](int lane) CUDA_EMULATOR_INLINE_LANES {
        const auto of_lane = static_cast<common>(value(lane));
        all_less &= static_cast<unsigned>(of_lane >= 0) & static_cast<unsigned>(of_lane < bound);
    });
    if (__builtin_expect(all_less, 1))
        lanes_together(which, [&](int lane) CUDA_EMULATOR_INLINE_LANES {
            give(lane, static_cast<common>(value(lane)));
        });
    else
        each_lane(which,
                  [&](int lane) CUDA_EMULATOR_INLINE_LANES { give(lane, value(lane) % divisor); });
}

// What the threads of a block keep from one segment to the next. Vectors begin where cache lines
// do, and what a thread keeps in several of these lies in lines that do not push one another out of
// the cache.
template <class T> struct alignas(64) kept_by_block {
    T of_thread[MOST_THREADS_OF_BLOCK + 17 * 64 / sizeof(T)];
};

// Copies what they keep, byte by byte: who has left may have no value. (There will be no call of
// memcpy(), nor the long instruction that compilers have for it: these are few.)
template <class T>
inline __attribute__((always_inline)) void copy_lanes(T *to, const T *from, lanes which) {
    constexpr int together = 16;
    int lane = which.from;
    for (; which.to - lane >= together; lane += together)
        __builtin_memcpy(to + lane, from + lane, together * sizeof(T));
    for (; lane < which.to; ++lane) {
        __builtin_memcpy(to + lane, from + lane, sizeof(T));
        asm volatile("");
    }
}

// Copies what a part of them has.
template <class T>
inline __attribute__((always_inline)) void copy_part(T *to, const T *from, lanes which) {
    copy_lanes(to, from, lanes{0, which.to - which.from});
}
template <class T>
inline __attribute__((always_inline)) void copy_part(T *to, const T *from, part_of_lanes) {
    copy_lanes(to, from, lanes{0, part_of_lanes::count});
}

// Asks for what the lanes read some strides later.
template <class T, class Index, class Stride>
inline __attribute__((always_inline)) void fetch_ahead(const T *from, Index first, Stride stride,
                                                       lanes which) {
    if (which.to > MOST_LANES) // so much lies side by side that a processor guesses it
        return;
    constexpr long long strides = 2;
    constexpr int line = sizeof(T) < 64 ? 64 / sizeof(T) : 1;
    const auto at =
        reinterpret_cast<std::uintptr_t>(from) +
        (static_cast<std::uintptr_t>(first) + strides * static_cast<std::uintptr_t>(stride)) *
            sizeof(T);
    for (int lane = 0; lane < which.to; lane += line)
        __builtin_prefetch(reinterpret_cast<const void *>(at + lane * sizeof(T)));
}

// So small that adding a lane to it begins nowhere anew at 0. Compilers are told so where no lane
// runs yet: within a loop over lanes, g++ would take the first one out of it.
inline __attribute__((always_inline)) uint3 known_to_be_small(uint3 index) {
    if (index.x > 1024 * MOST_THREADS_OF_BLOCK)
        __builtin_unreachable();
    return index;
}
inline __attribute__((always_inline)) uint3 index_of_lane(uint3 first, int lane) {
    return {static_cast<unsigned>(static_cast<int>(first.x) + lane), first.y, first.z};
}

// A segment of all threads of the block, so many lanes at a time, from block.row on: what failed
// begins there again, and those in front of it have changed what they keep.
// Where that is all of a row, the innermost loop goes over rows and does hardly anything else, so
// that compilers move out of it what is the same for all of them.
// blocks: so many, from this one on, are side by side.
template <class Segment>
inline __attribute__((always_inline)) void run_all_rows(const void *of_segment, unsigned width,
                                                        unsigned blocks = 1) {
    const Segment segment = *static_cast<const Segment *>(of_segment); // nobody else knows of it
    const dim3 block_dim = blockDim;
    const unsigned row = block_dim.x * blocks;
    uint3 index = block.row;
    const unsigned first_block = blockIdx.x - (blocks == 1 ? 0 : index.x / block_dim.x);
    int first = static_cast<int>(index.x + block_dim.x * (index.y + block_dim.y * index.z));
    for (;;) {
        const unsigned left = row - index.x;
        const int count = static_cast<int>(left < width ? left : width);
        if (count <= 0)
            __builtin_unreachable();
        const unsigned end = row <= width ? block_dim.y : index.y + 1;
        threadIdx.x = block.row.x = index.x;
        if (blocks != 1) {
            threadIdx.x = index.x % block_dim.x;
            blockIdx.x = first_block + index.x / block_dim.x;
        }
        threadIdx.z = block.row.z = index.z;
        compiler_fence();
        block.interruptible = 1;
        do {
            threadIdx.y = block.row.y = index.y;
            compiler_fence();
            segment(index, lanes{0, count}, first);
            compiler_fence();
            first += count;
        } while (++index.y != end);
        block.interruptible = 0;
        index.x += static_cast<unsigned>(count);
        if (index.x != row) {
            --index.y;
            continue;
        }
        index.x = 0;
        if (index.y != block_dim.y)
            continue;
        index.y = 0;
        if (++index.z == block_dim.z)
            break;
    }
    if (blocks != 1)
        blockIdx.x = first_block;
}

template <class Segment>
CUDA_EMULATOR_COMPILED_ONCE void run_rows(const void *segment, unsigned width) {
    run_all_rows<Segment>(segment, width);
}
// Where roots and quotients decide, of which a processor has as many at a time as its vectors are
// long. (Where memory other than the first-level cache decides, longer ones cost more than they
// bring.)
template <class Segment>
CUDA_EMULATOR_LONG_VECTORS CUDA_EMULATOR_COMPILED_ONCE void run_rows_of_roots(const void *segment,
                                                                              unsigned width) {
    run_all_rows<Segment>(segment, width);
}
// Where shared memory decides. That is over so soon that the only row of a block, as most blocks
// of this kind have, is worth code of its own.
template <class Segment>
CUDA_EMULATOR_LONG_VECTORS CUDA_EMULATOR_COMPILED_ONCE void
run_rows_of_shared_memory(const void *of_segment, unsigned width) {
    const dim3 block_dim = blockDim;
    if (block_dim.x > width || block_dim.y * block_dim.z != 1) {
        run_all_rows<Segment>(of_segment, width);
        return;
    }
    const Segment segment = *static_cast<const Segment *>(of_segment);
    const int count = static_cast<int>(block_dim.x);
    if (count <= 0)
        __builtin_unreachable();
    threadIdx = {0, 0, 0};
    compiler_fence();
    block.interruptible = 1;
    compiler_fence();
    segment(uint3{0, 0, 0}, lanes{0, count}, 0);
    compiler_fence();
    block.interruptible = 0;
}

template <class Segment>
inline __attribute__((always_inline)) void begin_segment(const Segment &segment,
                                                         void (*run)(const void *, unsigned)) {
    block.row = {0, 0, 0};
    block.segment = &segment;
    block.run_rows = run;
    compiler_fence();
}
template <class Segment>
inline __attribute__((always_inline)) void run_segment(const Segment &segment) {
    begin_segment(segment, &run_rows<Segment>);
    run_rows<Segment>(&segment, MOST_LANES);
}
template <class Segment>
inline __attribute__((always_inline)) void run_segment_of_roots(const Segment &segment) {
    begin_segment(segment, &run_rows_of_roots<Segment>);
    run_rows_of_roots<Segment>(&segment, MOST_LANES);
}
template <class Segment>
inline __attribute__((always_inline)) void run_segment_of_shared_memory(const Segment &segment) {
    begin_segment(segment, &run_rows_of_shared_memory<Segment>);
    run_rows_of_shared_memory<Segment>(&segment, MOST_LANES);
}

// Neighbouring blocks that begin side by side, as one row, where nobody can tell in which order
// they do so. Then memory is read straight on. What a block has by then is kept until its turn
// comes. As many are one row as can keep what their threads have in so many bytes, about a
// first-level cache.
constexpr std::size_t BYTES_OF_NEIGHBOURS = 32 * 1024;
constexpr unsigned most_with_neighbours(std::size_t bytes_of_thread) {
    return static_cast<unsigned>(BYTES_OF_NEIGHBOURS / bytes_of_thread / 16 * 16);
}
extern CUDA_EMULATOR_THREAD unsigned char kept_of_neighbours[BYTES_OF_NEIGHBOURS];

template <class T> inline T *kept_by_neighbours(std::size_t first) {
    return reinterpret_cast<T *>(kept_of_neighbours + first);
}

// How many blocks in front of this one are among those that it has begun with. Sets
// block.neighbours: so many begin with this one; 0: it has begun.
unsigned place_among_neighbours(unsigned most_threads);

// The same as run_rows, of the rows that the neighbours are.
template <class Segment>
CUDA_EMULATOR_COMPILED_ONCE void run_rows_of_neighbours(const void *segment, unsigned width) {
    run_all_rows<Segment>(segment, width, block.neighbours);
    block.neighbours = 0;
}

template <class Segment>
inline __attribute__((always_inline)) void run_with_neighbours(const Segment &segment) {
    if (block.neighbours == 0)
        return;
    block.row = {0, 0, 0};
    block.segment = &segment;
    block.run_rows = &run_rows_of_neighbours<Segment>;
    compiler_fence();
    run_rows_of_neighbours<Segment>(&segment, BYTES_OF_NEIGHBOURS);
}

// The blocks behind this one that are to be one row with it, from here to their end. Sets
// block.neighbours.
unsigned take_neighbours();

template <class Segment>
inline __attribute__((always_inline)) void run_segment_of_grid(const Segment &segment) {
    const unsigned more = take_neighbours();
    begin_segment(segment, &run_rows_of_neighbours<Segment>);
    run_rows_of_neighbours<Segment>(&segment, MOST_LANES);
    blockIdx.x += more;
}

// What is left of a barrier: all threads have come to it.
inline __attribute__((always_inline)) void end_segment() {
    ++block.phase;
}

// The threads of a block that come to its barriers, where others have left the kernel before.
class threads_that_stay {
public:
    void begin() {
        for (unsigned long long &some : bits_)
            some = 0;
        count_ = 0;
    }
    // Of a segment whose first lane is that thread.
    void add(int first, lanes which) {
        for (int from = first + which.from, to = first + which.to, end; from < to; from = end) {
            end = (from / BITS + 1) * BITS < to ? (from / BITS + 1) * BITS : to;
            bits_[from / BITS] |= ~0ull >> (BITS - (end - from)) << from % BITS;
            count_ += static_cast<unsigned>(end - from);
        }
    }
    bool are_none() const { return count_ == 0; }
    bool are_all() const { return count_ == block.threads; }
    bool has(unsigned thread) const { return bits_[thread / BITS] >> thread % BITS & 1; }
    // At the barrier of that line.
    inline __attribute__((always_inline)) void end_segment(int line) const {
        if (__builtin_expect(!are_all(), 0))
            warn_of_those_that_left(line);
        cuda_emulator::end_segment();
    }

private:
    void warn_of_those_that_left(int line) const;

    static constexpr int BITS = 64;
    unsigned long long bits_[MOST_THREADS_OF_BLOCK / BITS];
    unsigned count_;
};

constexpr unsigned LANES_OF_WARP = warpSize;

// What each thread gets by a shuffle: see shuffle_lanes.
struct alignas(64) shuffled_values {
    unsigned char bytes[MOST_THREADS_OF_BLOCK * 8];
};
template <class T> inline const T *shuffled_like(const shuffled_values *values, const T *) {
    return reinterpret_cast<const T *>(values->bytes);
}

// Gives the block up if a mask leaves out a thread that stays, or there is no such width.
void look_at_shuffle(unsigned mask, unsigned width, const threads_that_stay *stay, int line);

// A shuffle of all threads of the block that stay. What one has that does not is not given: then a
// thread gets its own. (Byte by byte, as in copy_lanes.)
template <warp_operation OPERATION, class T>
inline void shuffle_lanes(shuffled_values *values, const T *from, unsigned mask,
                          const threads_that_stay *stay, int line, unsigned argument,
                          unsigned width = LANES_OF_WARP) {
    static_assert(std::is_arithmetic<T>::value, "warp operations take numbers");
    if (__builtin_expect(mask != ~0u || width != LANES_OF_WARP, 0))
        look_at_shuffle(mask, width, stay, line);
    T *const to = reinterpret_cast<T *>(values->bytes);
    unsigned sources[LANES_OF_WARP], first = 0;
    for (unsigned lane = 0; lane < LANES_OF_WARP; ++lane)
        sources[lane] = source_lane(OPERATION, lane, argument, width);
    if (stay == nullptr || stay->are_all())
        for (; first + LANES_OF_WARP <= block.threads; first += LANES_OF_WARP)
            for (unsigned lane = 0; lane < LANES_OF_WARP; ++lane)
                to[first + lane] = from[first + sources[lane]];
    for (unsigned thread = first; thread < block.threads; ++thread) {
        const unsigned source =
            thread / LANES_OF_WARP * LANES_OF_WARP + sources[thread % LANES_OF_WARP];
        const bool stays = source < block.threads && (stay == nullptr || stay->has(source));
        __builtin_memcpy(to + thread, from + (stays ? source : thread), sizeof(T));
    }
}

// What a fresh fiber begins with: block after block; or the segment that has failed, thread by
// thread.
template <class Body> void run_in_lanes() {
    if (block.segment != nullptr) {
        block.run_rows(block.segment, 1);
    } else {
        do {
            Body body = *static_cast<const Body *>(running_body);
            body(blockIdx, blockDim, gridDim);
            block.segment = nullptr;
        } while (next_block());
    }
#ifdef CUDA_EMULATOR_FAST_SWITCH
    switch_context(current_fiber(), leave_ring()); // see run_threads
    __builtin_unreachable();
#endif
}

} // namespace cuda_emulator

// What the rewriter puts around the body of such a kernel. Behind the first: how many threads begin
// side by side.
#define CUDA_EMULATOR_LANES_BEGIN(BOUNDS, ...)                                                     \
    CUDA_EMULATOR_BEFORE_BODY(BOUNDS)                                                              \
    constexpr unsigned cuda_emulator_most = 0 __VA_ARGS__;                                         \
    auto cuda_emulator_body =                                                                      \
        [=]([[maybe_unused]] const uint3 blockIdx, [[maybe_unused]] const dim3 blockDim,           \
            [[maybe_unused]] const dim3 gridDim) CUDA_EMULATOR_MUTABLE_INLINE {
#define CUDA_EMULATOR_LANES_END                                                                    \
    }                                                                                              \
    ;                                                                                              \
    static ::cuda_emulator::kernel_info cuda_emulator_info =                                       \
        ::cuda_emulator::info_of_kernel<decltype(cuda_emulator_body)>(                             \
            CUDA_EMULATOR_KNOWN, &::cuda_emulator::run_in_lanes<decltype(cuda_emulator_body)>,     \
            cuda_emulator_most);                                                                   \
    ::cuda_emulator::launch(cuda_emulator_info, &cuda_emulator_body);
// Around the statements of a segment, or of one of neighbouring blocks. Behind the first: what it
// refers to.
#define CUDA_EMULATOR_SEGMENT_BEGIN(...) ::cuda_emulator::run_segment(CUDA_EMULATOR_SEGMENT(__VA_ARGS__)
#define CUDA_EMULATOR_SEGMENT_OF_ROOTS_BEGIN(...) ::cuda_emulator::run_segment_of_roots(CUDA_EMULATOR_SEGMENT(__VA_ARGS__)
#define CUDA_EMULATOR_SEGMENT_OF_SHARED_BEGIN(...) ::cuda_emulator::run_segment_of_shared_memory(CUDA_EMULATOR_SEGMENT(__VA_ARGS__)
#define CUDA_EMULATOR_SEGMENT_OF_GRID_BEGIN(...) ::cuda_emulator::run_segment_of_grid(CUDA_EMULATOR_SEGMENT(__VA_ARGS__)
#define CUDA_EMULATOR_NEIGHBOURS_BEGIN(...) ::cuda_emulator::run_with_neighbours(CUDA_EMULATOR_SEGMENT(__VA_ARGS__)
#define CUDA_EMULATOR_SEGMENT(...)                                                                 \
    [= __VA_ARGS__]([[maybe_unused]] const uint3 threadIdx,                                        \
                    [[maybe_unused]] const ::cuda_emulator::lanes cuda_emulator_lanes_0,           \
                    [[maybe_unused]] const int cuda_emulator_first) CUDA_EMULATOR_INLINE_LANES { [[maybe_unused]] const uint3 cuda_emulator_index = ::cuda_emulator::known_to_be_small(threadIdx);
#define CUDA_EMULATOR_SEGMENT_END                                                                  \
    });
// Around a loop that parts of these lanes run. (A row may have fewer lanes than a part, and an
// array room for no more: g++ would warn of a part that never runs.)
#ifdef __clang__
#define CUDA_EMULATOR_QUIET
#define CUDA_EMULATOR_QUIET_END
#else
#define CUDA_EMULATOR_QUIET                                                                        \
    _Pragma("GCC diagnostic push")                                                                 \
        _Pragma("GCC diagnostic ignored \"-Waggressive-loop-optimizations\"")
#define CUDA_EMULATOR_QUIET_END _Pragma("GCC diagnostic pop")
#endif
#define CUDA_EMULATOR_PARTS_BEGIN(LANES, PART)                                                     \
    CUDA_EMULATOR_QUIET ::cuda_emulator::in_parts(                                                 \
        LANES, [&](const auto PART) CUDA_EMULATOR_INLINE_LANES {
#define CUDA_EMULATOR_PARTS_END                                                                    \
    });                                                                                            \
    CUDA_EMULATOR_QUIET_END
// Around statements that each of these lanes runs.
#define CUDA_EMULATOR_EACH_BEGIN(LANES)                                                            \
    ::cuda_emulator::each_lane(LANES, [&]([[maybe_unused]] const int cuda_emulator_lane)           \
                                          CUDA_EMULATOR_INLINE_LANES {
#define CUDA_EMULATOR_TOGETHER_BEGIN(LANES)                                                        \
    ::cuda_emulator::lanes_together(LANES, [&]([[maybe_unused]] const int cuda_emulator_lane)      \
                                               CUDA_EMULATOR_INLINE_LANES {
#define CUDA_EMULATOR_APART_BEGIN(LANES)                                                           \
    ::cuda_emulator::lanes_together_apart(LANES, [=](const int cuda_emulator_lane)                 \
                                                     CUDA_EMULATOR_INLINE_LANES {
#define CUDA_EMULATOR_EACH_END                                                                     \
    });
// In front of those that ask for the index of their thread.
#define CUDA_EMULATOR_INDEX(LANES)                                                                 \
    [[maybe_unused]] const uint3 threadIdx =                                                       \
        ::cuda_emulator::index_of_lane(cuda_emulator_index, (LANES).from + cuda_emulator_lane);
#endif
