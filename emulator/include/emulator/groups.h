// groups.h: what cooperative_groups.h wants of the runtime: to wait for more than a warp and other
// than a block.
#ifndef CUDA_EMULATOR_GROUPS_H
#define CUDA_EMULATOR_GROUPS_H

#include "cuda_runtime.h"

#include <cstddef>
#include <cstring>
#include <type_traits>

namespace cuda_emulator {

// A place in the program. As the type of a default argument: that of the call.
struct call_place {
    const char *file;
    int line;
    constexpr call_place(const char *file_ = __builtin_FILE(), int line_ = __builtin_LINE())
        : file(file_), line(line_) {}
};

// Waits for the threads of the block from number `first` on, `count` of them, or as many as there
// are. `count` is a multiple of the warp size, or that of all threads.
void wait_for_tile(unsigned first, unsigned count, call_place where);
// Shows an object to other threads until this one offers another; they may take it once they have
// waited for this thread.
void offer(const void *object);
void take_offer(unsigned thread, void *to, std::size_t bytes);

// Whether all blocks of the launch are resident together.
bool launch_is_cooperative();
// Waits for all threads of all blocks.
void wait_for_grid(call_place where);

inline unsigned rank_in_block() {
    return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}
inline unsigned threads_of_block() {
    return blockDim.x * blockDim.y * blockDim.z;
}
inline unsigned long long rank_of_block() {
    return blockIdx.x + static_cast<unsigned long long>(gridDim.x) *
                            (blockIdx.y + static_cast<unsigned long long>(gridDim.y) * blockIdx.z);
}
inline unsigned long long blocks_of_grid() {
    return static_cast<unsigned long long>(gridDim.x) * gridDim.y * gridDim.z;
}

// The lane that is set as number `rank` of a mask.
inline unsigned lane_of_rank(unsigned mask, unsigned rank) {
    for (; rank != 0; --rank)
        mask &= mask - 1;
    return static_cast<unsigned>(__builtin_ctz(mask));
}
// Of a mask of lanes, those that `members` names, counted by their ranks in it.
inline unsigned ranks_of_lanes(unsigned members, unsigned lanes) {
    unsigned ranks = 0, bit = 1;
    for (; members != 0; members &= members - 1, bit <<= 1)
        if ((lanes & members & (0u - members)) != 0)
            ranks |= bit;
    return ranks;
}

// Whether a copy of its bytes is a copy of a value. It is of CUDA's vectors, though the profiler
// and the recorder have them copied whole.
template <class T>
constexpr bool is_copied_as_bytes = std::is_trivially_copyable<T>::value ||
                                    ((profiled || recorded) &&
                                     std::is_trivially_destructible<T>::value);

// A shuffle of any type, eight bytes at a time.
template <class T>
T shuffle(warp_operation operation, unsigned mask, const T &value, unsigned argument, int width,
          call_place where) {
    static_assert(is_copied_as_bytes<T> && sizeof(T) <= 32,
                  "shuffles take trivially copyable types of up to 32 bytes");
    T result(value);
    for (std::size_t at = 0; at < sizeof(T); at += 8) {
        const std::size_t bytes = sizeof(T) - at < 8 ? sizeof(T) - at : 8;
        unsigned long long word = 0;
        std::memcpy(&word, reinterpret_cast<const char *>(&value) + at, bytes);
        word = warp_exchange(operation, mask, word, static_cast<int>(argument), width, where.file,
                             where.line)
                   .value;
        std::memcpy(reinterpret_cast<char *>(&result) + at, &word, bytes);
    }
    return result;
}

} // namespace cuda_emulator

#endif
