// memcpy_async.h: copies from global to shared memory that the threads of a group share out, begin,
// and wait for later: see cuda_pipeline_primitives.h for what is late here.
#ifndef _CG_ASYNC_H_
#define _CG_ASYNC_H_

#include "cooperative_groups.h"
#include "emulator/arrivals.h"

namespace cooperative_groups {

template <class Group>
inline __attribute__((always_inline)) void
emulated_memcpy_async(const Group &group, void *to, const void *from, std::size_t bytes,
                      ::cuda_emulator::call_place where) {
    ::cuda_emulator::begin_share_of_copy(group.thread_rank(), group.num_threads(), to, from, bytes,
                                         where);
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
