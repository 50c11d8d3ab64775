// warp_folds.h: sums and scans of a warp by steps of shuffles, each twice as far as the one before
// it. The last lane to come takes the steps of all, so lanes wait once for one another, and not in
// each step. Results are the same: a value is combined with the same others in the same order.
#ifndef CUDA_EMULATOR_WARP_FOLDS_H
#define CUDA_EMULATOR_WARP_FOLDS_H

#include "emulator/warp.h"

namespace cuda_emulator {

template <class T, class Operator> struct folded_lane : lane_work {
    T &value;
    Operator &combine;
    int end; // the lane of the warp beyond which this one asks nobody

    folded_lane(void (*do_all)(unsigned, lane_work *const[]), T &its_value, Operator &its_operator,
                int its_end)
        : lane_work{do_all}, value(its_value), combine(its_operator), end(its_end) {}

    // The value of that lane; its own, if that takes no part.
    T &of(int lane, unsigned group, lane_work *const lanes[]) {
        return (group >> lane & 1) != 0 ? static_cast<folded_lane *>(lanes[lane])->value : value;
    }
    // Lanes ask lower ones, the highest first, which nobody asks in the same step.
    template <int WIDTH> static void scan(unsigned group, lane_work *const lanes[]) {
        for (int step = 1; step < WIDTH; step *= 2)
            for (int lane = 31; lane >= step; --lane)
                if ((group >> lane & 1) != 0) {
                    folded_lane &mine = *static_cast<folded_lane *>(lanes[lane]);
                    if (lane - step >= mine.end)
                        mine.value = mine.combine(mine.of(lane - step, group, lanes), mine.value);
                }
    }
    // Lanes ask higher ones, the lowest first.
    template <int WIDTH> static void reduce(unsigned group, lane_work *const lanes[]) {
        for (int step = 1; step < WIDTH; step *= 2)
            for (int lane = 0; lane + step < 32; ++lane)
                if ((group >> lane & 1) != 0) {
                    folded_lane &mine = *static_cast<folded_lane *>(lanes[lane]);
                    if (lane + step <= mine.end)
                        mine.value = mine.combine(mine.value, mine.of(lane + step, group, lanes));
                }
    }
};

// The lanes of `mask` are WIDTH neighbours. `value` becomes what the values from lane `first` on up
// to this one's make together.
template <int WIDTH, class T, class Operator>
inline __attribute__((always_inline)) void
scan_warp(T &value, Operator &combine, int first, unsigned mask,
          const char *file = __builtin_FILE(), int line = __builtin_LINE()) {
    using lane = folded_lane<T, Operator>;
    lane mine(lane::template scan<WIDTH>, value, combine, first);
    work_together(mask, mine, file, line);
}
// What the values from this lane's on up to that of lane `last` make together, if this is the
// first of the lanes; of others what the steps leave.
template <int WIDTH, class T, class Operator>
inline __attribute__((always_inline)) void
reduce_warp(T &value, Operator &combine, int last, unsigned mask,
            const char *file = __builtin_FILE(), int line = __builtin_LINE()) {
    using lane = folded_lane<T, Operator>;
    lane mine(lane::template reduce<WIDTH>, value, combine, last);
    work_together(mask, mine, file, line);
}

// A copy of the value of the lane that a shuffle asks.
template <warp_operation SHUFFLE, class T> struct copying_lane : lane_work {
    const T &value;
    unsigned argument, width;
    alignas(T) unsigned char copy[sizeof(T)];

    copying_lane(const T &its_value, int its_argument, int its_width)
        : lane_work{copy_all}, value(its_value), argument(static_cast<unsigned>(its_argument)),
          width(static_cast<unsigned>(its_width)) {}

    static void copy_all(unsigned group, lane_work *const lanes[]) {
        for (unsigned lane = 0; lane < 32; ++lane)
            if ((group >> lane & 1) != 0) {
                copying_lane &mine = *static_cast<copying_lane *>(lanes[lane]);
                const unsigned asked = source_lane(SHUFFLE, lane, mine.argument, mine.width);
                const unsigned from = (group >> asked & 1) != 0 ? asked : lane;
                std::memcpy(
                    mine.copy,
                    static_cast<const void *>(&static_cast<copying_lane *>(lanes[from])->value),
                    sizeof(T));
            }
    }
};

} // namespace cuda_emulator

#endif
