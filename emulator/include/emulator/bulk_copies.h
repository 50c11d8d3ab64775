// bulk_copies.h: copies by the chip's own engine, which one thread begins: bytes in a row, and
// tiles of tensors.
//
// On a GPU they go on while threads do. Here what is fetched is read at once, and lies in shared
// memory when somebody looks at the barrier that it reports to: as late as can be. What is put is
// read and written when its thread waits for it, or ends.
#ifndef CUDA_EMULATOR_BULK_COPIES_H
#define CUDA_EMULATOR_BULK_COPIES_H

#include "emulator/arrivals.h"
#include "emulator/fragments.h"
#include "emulator/reductions.h"

#include <cstddef>

namespace cuda_emulator {

// A piece of memory, or a tile of a tensor, and where in shared memory.
struct bulk_copy {
    unsigned char *shared, *memory; // memory: or the tensor map
    unsigned bytes;                 // 0: a tile
    int dimensions, at[5];          // of a tile
    unsigned char *barrier;         // that is told; null where it is put
    unsigned blocks;                // of the cluster that get it, a bit for each; 0: this one
    reduction combines = {};        // it with what is there
};

void begin_fetch(const bulk_copy &copy, void *place, call_place where);
void begin_put(const bulk_copy &copy, void *place, call_place where);
// A few bytes from registers, which report to a barrier, too.
void begin_store(unsigned char *to, const void *value, unsigned bytes, reduction combines,
                 unsigned char *barrier, void *place, call_place where);

void passed_engine_fence(bool of_barriers_only);

namespace ptx {

// Between what threads write and what engines read; and the same of mbarrier.init only.
inline void fence_for_engines() {
    __threadfence_block();
    if constexpr (observed)
        passed_engine_fence(false);
}
inline void fence_of_barriers() {
    __threadfence();
    if constexpr (observed)
        passed_engine_fence(true);
}

template <int DIMENSIONS> struct tile_place { int at[DIMENSIONS]; };

CUDA_EMULATOR_APART void fetch(unsigned char *shared, unsigned char *memory, unsigned bytes,
                               unsigned char *barrier, unsigned blocks = 0,
                               call_place where = call_place()) {
    begin_fetch({shared, memory, bytes, 0, {}, barrier, blocks}, CUDA_EMULATOR_RETURN_ADDRESS,
                where);
}
template <int DIMENSIONS>
CUDA_EMULATOR_APART void fetch_tile(unsigned char *shared, unsigned char *map,
                                    tile_place<DIMENSIONS> tile, unsigned char *barrier,
                                    unsigned blocks = 0, call_place where = call_place()) {
    bulk_copy copy = {shared, map, 0, DIMENSIONS, {}, barrier, blocks};
    for (int i = 0; i < DIMENSIONS; ++i)
        copy.at[i] = tile.at[i];
    begin_fetch(copy, CUDA_EMULATOR_RETURN_ADDRESS, where);
}
CUDA_EMULATOR_APART void put(unsigned char *memory, unsigned char *shared, unsigned bytes,
                             call_place where = call_place()) {
    begin_put({shared, memory, bytes, 0, {}, nullptr, 0}, CUDA_EMULATOR_RETURN_ADDRESS, where);
}
template <int DIMENSIONS>
CUDA_EMULATOR_APART void put_tile(unsigned char *map, tile_place<DIMENSIONS> tile,
                                  unsigned char *shared, call_place where = call_place()) {
    bulk_copy copy = {shared, map, 0, DIMENSIONS, {}, nullptr, 0};
    for (int i = 0; i < DIMENSIONS; ++i)
        copy.at[i] = tile.at[i];
    begin_put(copy, CUDA_EMULATOR_RETURN_ADDRESS, where);
}
// Those that add what they copy to what is there, or the like.
template <operation OPERATION, class T>
CUDA_EMULATOR_APART void fetch_reduced(unsigned char *shared, unsigned char *memory, unsigned bytes,
                                       unsigned char *barrier, call_place where = call_place()) {
    begin_fetch({shared, memory, bytes, 0, {}, barrier, 0, reducing<OPERATION, T>()},
                CUDA_EMULATOR_RETURN_ADDRESS, where);
}
template <operation OPERATION, class T>
CUDA_EMULATOR_APART void put_reduced(unsigned char *memory, unsigned char *shared, unsigned bytes,
                                     call_place where = call_place()) {
    begin_put({shared, memory, bytes, 0, {}, nullptr, 0, reducing<OPERATION, T>()},
              CUDA_EMULATOR_RETURN_ADDRESS, where);
}
// Single stores that go on by themselves.
template <class T, std::size_t COUNT>
CUDA_EMULATOR_APART void store_async(unsigned char *to, unsigned char *barrier,
                                     const std::array<T, COUNT> &values,
                                     call_place where = call_place()) {
    begin_store(to, values.data(), sizeof values, {}, barrier, CUDA_EMULATOR_RETURN_ADDRESS, where);
}
template <operation OPERATION, class T>
CUDA_EMULATOR_APART void reduce_async(unsigned char *to, unsigned char *barrier, T value,
                                      call_place where = call_place()) {
    begin_store(to, &value, sizeof value, reducing<OPERATION, T>(), barrier,
                CUDA_EMULATOR_RETURN_ADDRESS, where);
}
void commit_puts(call_place where = call_place());
// Until all of this thread's batches are done but the last `prior`.
void wait_for_puts(unsigned prior, call_place where = call_place());

inline __attribute__((always_inline)) void copy_async(unsigned char *shared,
                                                      const unsigned char *memory, unsigned bytes,
                                                      unsigned read,
                                                      call_place where = call_place()) {
    __pipeline_memcpy_async(shared, memory, bytes, bytes - read, where.file, where.line);
}
// The policy of a cache comes last, and changes nothing; how much is read may come before.
template <class Policy>
inline __attribute__((always_inline)) void
copy_async_by_policy(unsigned char *shared, const unsigned char *memory, unsigned bytes,
                     unsigned read, Policy, call_place where = call_place()) {
    copy_async(shared, memory, bytes, read, where);
}
inline __attribute__((always_inline)) void
copy_async_by_policy(unsigned char *shared, const unsigned char *memory, unsigned bytes,
                     unsigned long long, std::nullptr_t, call_place where = call_place()) {
    copy_async(shared, memory, bytes, bytes, where);
}
inline __attribute__((always_inline)) void wait_for_copies(call_place where = call_place()) {
    __pipeline_commit(where.file, where.line);
    __pipeline_wait_prior(0, where.file, where.line);
}

} // namespace ptx
} // namespace cuda_emulator

#endif
