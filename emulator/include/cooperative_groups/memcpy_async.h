// memcpy_async.h: copies from global to shared memory that the threads of a group share out, begin,
// and wait for later: see cuda_pipeline_primitives.h for what is late here.
#ifndef _CG_ASYNC_H_
#define _CG_ASYNC_H_

#include "cooperative_groups.h"
#include "cuda_pipeline_primitives.h"

#include <cstdint>

namespace cooperative_groups {

// The largest of 16, 8 and 4 bytes of which both addresses are multiples; or 1.
inline std::size_t emulated_unit(const void *to, const void *from) {
    const auto both = reinterpret_cast<std::uintptr_t>(to) | reinterpret_cast<std::uintptr_t>(from);
    return both % 16 == 0 ? 16 : both % 8 == 0 ? 8 : both % 4 == 0 ? 4 : 1;
}

template <class Group>
inline __attribute__((always_inline)) void
emulated_memcpy_async(const Group &group, void *to, const void *from, std::size_t bytes,
                      ::cuda_emulator::call_place where) {
    auto *target = static_cast<char *>(to);
    const auto *source = static_cast<const char *>(from);
    const std::size_t rank = group.thread_rank(), count = group.num_threads();
    const std::size_t unit = emulated_unit(to, from);
    const std::size_t units = unit == 1 ? 0 : bytes / unit;
    for (std::size_t i = rank; i < units; i += count)
        __pipeline_memcpy_async(target + i * unit, source + i * unit, unit, 0, where.file,
                                where.line);
    // What no asynchronous copy takes, as on a GPU.
    for (std::size_t i = units * unit + rank; i < bytes; i += count)
        target[i] = source[i];
    __pipeline_commit(where.file, where.line);
}

// `bytes` may be a cuda::aligned_size_t, too.
template <class Group, class T, class Size>
inline __attribute__((always_inline)) void
memcpy_async(const Group &group, T *__restrict__ to, const T *__restrict__ from, const Size &bytes,
             ::cuda_emulator::call_place where = ::cuda_emulator::call_place()) {
    emulated_memcpy_async(group, to, from, static_cast<std::size_t>(bytes), where);
}

// As many elements as both layouts have.
template <class Group, class T, class ToLayout, class FromLayout>
inline __attribute__((always_inline)) void
memcpy_async(const Group &group, T *__restrict__ to, const ToLayout &to_count,
             const T *__restrict__ from, const FromLayout &from_count,
             ::cuda_emulator::call_place where = ::cuda_emulator::call_place()) {
    const auto most = static_cast<std::size_t>(to_count);
    const auto there = static_cast<std::size_t>(from_count);
    emulated_memcpy_async(group, to, from, (there < most ? there : most) * sizeof(T), where);
}

// Waits until all but the group's last `Stage` copies have arrived, and for the group.
template <unsigned Stage, class Group>
inline __attribute__((always_inline)) void
wait_prior(const Group &group, ::cuda_emulator::call_place where = ::cuda_emulator::call_place()) {
    __pipeline_wait_prior(Stage, where.file, where.line);
    group.sync(where);
}
template <class Group>
inline __attribute__((always_inline)) void
wait(const Group &group, ::cuda_emulator::call_place where = ::cuda_emulator::call_place()) {
    wait_prior<0>(group, where);
}

} // namespace cooperative_groups

#endif
