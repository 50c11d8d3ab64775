// ptx.h: what the rewriter makes of inline PTX (emulator/rewriter/passes/ptx_table.cpp) that is not
// CUDA C already: addresses, loads, stores and what has no place of its own.
#ifndef CUDA_EMULATOR_PTX_H
#define CUDA_EMULATOR_PTX_H

#include "emulator/arrivals.h"
#include "emulator/ordered_atomics.h"
#include "emulator/shared_addresses.h"
#include "emulator/spins.h"

#include <array>
#include <type_traits>

namespace cuda_emulator {
namespace ptx {

using ::cuda_emulator::shared_address;

// An operand in [], of shared memory a number or a pointer that has been one.
template <class T> inline unsigned char *shared(T address, call_place where = call_place()) {
    if constexpr (std::is_pointer<T>::value)
        return shared_pointer(static_cast<unsigned>(reinterpret_cast<std::uintptr_t>(address)),
                              where.file, where.line);
    else
        return shared_pointer(static_cast<unsigned>(address), where.file, where.line);
}
template <class T> inline unsigned char *generic(T address) {
    if constexpr (std::is_pointer<T>::value)
        return reinterpret_cast<unsigned char *>(
            const_cast<std::remove_cv_t<std::remove_pointer_t<T>> *>(address));
    else
        return reinterpret_cast<unsigned char *>(static_cast<std::uintptr_t>(address));
}
// [%0 + 16]
template <class T> inline auto behind(T address, long long bytes) {
    if constexpr (std::is_pointer<T>::value)
        return reinterpret_cast<std::uintptr_t>(address) + static_cast<std::uintptr_t>(bytes);
    else
        return address + static_cast<T>(bytes);
}

// The same place in the shared memory of another block of the cluster.
inline unsigned address_in_cluster(unsigned address, unsigned rank) {
    return (address & ((1u << BITS_OF_SHARED_ADDRESS) - 1)) | rank << BITS_OF_SHARED_ADDRESS;
}
template <class T>
inline std::uintptr_t pointer_in_cluster(T pointer, unsigned rank,
                                         call_place where = call_place()) {
    const unsigned mine = shared_address(generic(pointer), where.file, where.line);
    return reinterpret_cast<std::uintptr_t>(
        shared_pointer(address_in_cluster(mine, rank), where.file, where.line));
}

// {%0, %1}: those that are written, and those that are read.
template <class T, class... More> inline std::array<T *, 1 + sizeof...(More)> to(T &x, More &...y) {
    return {{&x, &y...}};
}
template <class T, class... More> inline std::array<T, 1 + sizeof...(More)> from(T x, More... y) {
    return {{x, static_cast<T>(y)...}};
}

// What a register has, as one of another type: one of floating point and one of integers have the
// same bits.
template <class To, class From> constexpr std::decay_t<To> as(From x) {
    typedef std::decay_t<To> type;
    if constexpr (std::is_floating_point<type>::value != std::is_floating_point<From>::value &&
                  sizeof(type) == sizeof(From))
        return __builtin_bit_cast(type, x);
    else if constexpr (std::is_pointer<type>::value != std::is_pointer<From>::value)
        return reinterpret_cast<type>(x);
    else
        return static_cast<type>(x);
}

// Numbers, where C++ has something else, or nothing.
template <class T, class A, class B> constexpr auto wide_product(A a, B b) {
    typedef std::conditional_t<std::is_signed<T>::value, long long, unsigned long long> wide;
    return static_cast<wide>(as<T>(a)) * static_cast<wide>(as<T>(b));
}
template <class T, class V> constexpr T shifted_left(V value, unsigned by) {
    return by < 8 * sizeof(T) ? static_cast<T>(as<T>(value) << by) : T(0);
}
template <class T, class V> constexpr T shifted_right(V value, unsigned by) {
    const T x = as<T>(value);
    return by < 8 * sizeof(T) ? static_cast<T>(x >> by) : static_cast<T>(x < T(0) ? -1 : 0);
}
template <class T> constexpr bool differ(T a, T b) { // what is no number does not
    return a < b || b < a;
}

// Inlined, so that observers know the accesses by the program's lines. A load is volatile, as its
// loop may wait for another thread, but for one that no such loop is around.
template <class T> inline __attribute__((always_inline)) T load_once(const unsigned char *from) {
    return *reinterpret_cast<const T *>(from);
}
template <class T> inline __attribute__((always_inline)) T load(const unsigned char *from) {
    return *reinterpret_cast<const volatile T *>(from);
}
template <class T, class V>
inline __attribute__((always_inline)) void store(unsigned char *to, V value) {
    *reinterpret_cast<volatile T *>(to) = as<T>(value);
}
// A loop of any form around one of these may be what waits for another thread.
template <class T>
inline __attribute__((always_inline)) T load_in_order(const T *from, int order, int scope) {
    const T value = ordered_load(from, order, scope);
    if constexpr (!observed || recorded)
        looked_in_vain();
    return value;
}
// Some that lie side by side, in one access; observers see each.
template <class T, unsigned COUNT> struct side_by_side {
    typedef T type __attribute__((vector_size(sizeof(T) * COUNT), aligned(sizeof(T)), may_alias));
};
template <class T, class... To>
inline __attribute__((always_inline)) void load_vector(const unsigned char *from, To &...to) {
    unsigned i = 0;
    if constexpr (observed) {
        ((to = as<To>(static_cast<T>(reinterpret_cast<const volatile T *>(from)[i++]))), ...);
    } else {
        typedef typename side_by_side<T, sizeof...(To)>::type vector;
        const vector all = *reinterpret_cast<const volatile vector *>(from);
        ((to = as<To>(static_cast<T>(all[i++]))), ...);
    }
}
template <class T, class... V>
inline __attribute__((always_inline)) void store_vector(unsigned char *to, V... values) {
    if constexpr (observed) {
        unsigned i = 0;
        ((reinterpret_cast<volatile T *>(to)[i++] = as<T>(values)), ...);
    } else {
        typedef typename side_by_side<T, sizeof...(V)>::type vector;
        *reinterpret_cast<volatile vector *>(to) = vector{as<T>(values)...};
    }
}

// Of the mask the lowest lane.
inline bool elected(unsigned mask) {
    return lane_index() == static_cast<unsigned>(__builtin_ctz(mask));
}

// Registers move from warps to others on a chip. Here nothing does.
void refuse_registers(unsigned count, call_place where);
inline void set_registers(unsigned count, call_place where = call_place()) {
    if (count < 24 || count > 256 || count % 8 != 0)
        refuse_registers(count, where);
}

// Barriers 0 to 15 of the block. threads: how many come, or 0 for all.
void wait_at_named_barrier(unsigned number, unsigned threads, call_place where = call_place());
void arrive_at_named_barrier(unsigned number, unsigned threads, call_place where = call_place());

} // namespace ptx
} // namespace cuda_emulator

#include "emulator/bulk_copies.h"
#include "emulator/fragments.h"
#include "emulator/mbarriers.h"
#include "emulator/wgmma.h"

#endif
