// lockstep.h: warps whose threads go in step, as the last warp of an old reduction expects.
//
//     volatile float *v = sums;      // and 32 threads, without a barrier:
//     v[t] += v[t + 32];
//     v[t] += v[t + 16];
// Since Volta nothing promises that all threads have stored before one of them reads. GPUs do it so
// nevertheless, and with them the emulator: at each such access a thread waits for its warp.
#ifndef CUDA_EMULATOR_LOCKSTEP_H
#define CUDA_EMULATOR_LOCKSTEP_H

namespace cuda_emulator {

// Where an access stands in its file: the loops around it, the outermost first, and it.
struct way_point {
    static constexpr int MOST_LOOPS = 3;
    int loops[MOST_LOOPS + 1]; // the last of all is the access
    int depth;
};

// The other threads of the warp come as far as this one. Those that are behind go first.
void keep_step(const way_point &place, const char *file, int line);

// The rewriter puts it at the beginning of each turn of the loops around such accesses,
template <int... PLACE>
inline void turn_in_lockstep(const char *file = __builtin_FILE(), int line = __builtin_LINE()) {
    static_assert(sizeof...(PLACE) <= way_point::MOST_LOOPS + 1, "see rewriter/lockstep.cpp");
    static constexpr way_point place = {{PLACE...}, int(sizeof...(PLACE)) - 1};
    keep_step(place, file, line);
}

// and this around volatile accesses between which a __syncwarp() is missing.
template <int... PLACE, class T>
inline T &in_lockstep(T &accessed, const char *file = __builtin_FILE(),
                      int line = __builtin_LINE()) {
    turn_in_lockstep<PLACE...>(file, line);
    return accessed;
}

} // namespace cuda_emulator

#endif
