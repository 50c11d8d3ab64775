// reduce.h: one value of all that the threads of a group have.
#ifndef _CG_REDUCE_H_
#define _CG_REDUCE_H_

#include "cooperative_groups.h"

namespace cooperative_groups {

template <class T> struct plus {
    T operator()(T a, T b) const { return a + b; }
};
template <class T> struct less {
    T operator()(T a, T b) const { return b < a ? b : a; }
};
template <class T> struct greater {
    T operator()(T a, T b) const { return a < b ? b : a; }
};
template <class T> struct bit_and {
    T operator()(T a, T b) const { return a & b; }
};
template <class T> struct bit_or {
    T operator()(T a, T b) const { return a | b; }
};
template <class T> struct bit_xor {
    T operator()(T a, T b) const { return a ^ b; }
};

// In a tile of a warp the halves are combined, and the halves of these. So all threads get the same
// bits, whatever the operator rounds.
template <unsigned Size, class T, class Operator>
T emulated_reduce(const warp_tile_base<Size> &tile, T value, Operator &combine,
                  ::cuda_emulator::call_place where) {
    for (unsigned distance = Size / 2; distance != 0; distance /= 2)
        value = combine(value, tile.shfl_xor(value, distance, where));
    return tile.shfl(value, 0, where);
}

template <class T, class Operator>
T emulated_reduce(const coalesced_group &group, T value, Operator &combine,
                  ::cuda_emulator::call_place where) {
    const unsigned rank = group.thread_rank(), count = group.num_threads();
    for (unsigned distance = 1; distance < count; distance *= 2) {
        const T other = group.shfl_down(value, distance, where);
        if (rank + distance < count)
            value = combine(value, other);
    }
    return group.shfl(value, 0, where);
}

template <unsigned Size, class T, class Operator>
T emulated_reduce(const block_tile_base<Size> &tile, T value, Operator &combine,
                  ::cuda_emulator::call_place where) {
    const thread_block_tile<32, void> warp(0, 1);
    const T of_warp = emulated_reduce(warp, value, combine, where);
    T result = tile.shfl(of_warp, 0, where);
    for (unsigned first = 32; first < Size; first += 32)
        result = combine(result, tile.shfl(of_warp, first, where));
    return result;
}

template <class Group, class T, class Operator>
auto reduce(const Group &group, T &&value, Operator &&combine,
            ::cuda_emulator::call_place where = ::cuda_emulator::call_place())
    -> decltype(combine(value, value)) {
    return emulated_reduce(group, static_cast<decltype(combine(value, value))>(value), combine,
                           where);
}

} // namespace cooperative_groups

#endif
