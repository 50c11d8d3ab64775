// scan.h: each thread of a group gets what the values of the threads up to it, or before it, make.
#ifndef _CG_SCAN_H_
#define _CG_SCAN_H_

#include "cooperative_groups/reduce.h"

namespace cooperative_groups {

template <class Group, class T, class Operator>
T emulated_scan(const Group &group, T value, Operator &combine, ::cuda_emulator::call_place where) {
    const unsigned rank = group.thread_rank(), count = group.num_threads();
    for (unsigned distance = 1; distance < count; distance *= 2) {
        const T before = group.shfl_up(value, distance, where);
        if (rank >= distance)
            value = combine(before, value);
    }
    return value;
}

template <unsigned Size, class T, class Operator>
T emulated_scan(const block_tile_base<Size> &tile, T value, Operator &combine,
                ::cuda_emulator::call_place where) {
    const thread_block_tile<32, void> warp(0, 1);
    const T in_warp = emulated_scan(warp, value, combine, where);
    T before = tile.shfl(in_warp, 31, where); // of the warps up to this one
    T result = in_warp;
    for (unsigned first = 32; first < Size; first += 32) {
        if (tile.thread_rank() / 32 * 32 == first)
            result = combine(before, in_warp);
        before = combine(before, tile.shfl(in_warp, first + 31, where));
    }
    return result;
}

template <unsigned Size, class T>
T emulated_neighbour(const block_tile_base<Size> &tile, T value,
                     ::cuda_emulator::call_place where) {
    ::cuda_emulator::offer(&value);
    tile.sync(where);
    T result(value);
    if (tile.thread_rank() != 0)
        ::cuda_emulator::take_offer(::cuda_emulator::rank_in_block() - 1, &result, sizeof result);
    tile.sync(where);
    return result;
}
template <class Group, class T>
T emulated_neighbour(const Group &group, T value, ::cuda_emulator::call_place where) {
    return group.shfl_up(value, 1, where);
}

template <class Group, class T, class Operator>
auto inclusive_scan(const Group &group, T &&value, Operator &&combine,
                    ::cuda_emulator::call_place where = ::cuda_emulator::call_place())
    -> decltype(combine(value, value)) {
    return emulated_scan(group, static_cast<decltype(combine(value, value))>(value), combine,
                         where);
}
template <class Group, class T>
std::decay_t<T> inclusive_scan(const Group &group, T &&value,
                               ::cuda_emulator::call_place where = ::cuda_emulator::call_place()) {
    return inclusive_scan(group, value, plus<std::decay_t<T>>(), where);
}

// Thread 0 gets a value of 0.
template <class Group, class T, class Operator>
auto exclusive_scan(const Group &group, T &&value, Operator &&combine,
                    ::cuda_emulator::call_place where = ::cuda_emulator::call_place())
    -> decltype(combine(value, value)) {
    using type = decltype(combine(value, value));
    const type up_to = inclusive_scan(group, value, combine, where);
    const type before = emulated_neighbour(group, up_to, where);
    return group.thread_rank() == 0 ? type() : before;
}
template <class Group, class T>
std::decay_t<T> exclusive_scan(const Group &group, T &&value,
                               ::cuda_emulator::call_place where = ::cuda_emulator::call_place()) {
    return exclusive_scan(group, value, plus<std::decay_t<T>>(), where);
}

} // namespace cooperative_groups

#endif
