// dispatch_radix_sort.cuh: CUB's radix sorts of a whole array and of its segments. CUB's own file
// launches kernels by <<<...>>>, which only a compiler for CUDA can read, so these are written
// anew: by the digits that CUB takes, the lowest first, but a thread sorts all of a segment.
#pragma once

#include "../../config.cuh"
#include "../../block/block_radix_sort.cuh"
#include "../../grid/grid_even_share.cuh"
#include "../../util_debug.cuh"
#include "../../util_device.cuh"
#include "../../util_math.cuh"
#include "../../util_type.cuh"

#include <thrust/system/cuda/detail/core/triple_chevron_launch.h>

CUB_NAMESPACE_BEGIN

// The arrays that a segment moves through: from the first to one of the others, and to and fro
// between those. It ends in `sorted`.
template <class T> struct radix_buffers {
    const T *unsorted;
    T *sorted, *other;
};

template <bool DESCENDING, class Key, class Value> struct radix_sorter {
    static constexpr int DIGIT_BITS = 8, DIGITS = 1 << DIGIT_BITS;
    static constexpr bool HAS_VALUES = !std::is_same<Value, NullType>::value;
    using bits = typename Traits<Key>::UnsignedBits;

    radix_buffers<Key> keys;
    radix_buffers<Value> values;
    int begin_bit, end_bit;

    static __device__ unsigned digit_of(const Key &key, int bit, int count) {
        bits all;
        __builtin_memcpy(&all, &key, sizeof all);
        if constexpr (Traits<Key>::CATEGORY == FLOATING_POINT)
            if (all == Traits<Key>::HIGH_BIT) // -0 is as large as 0
                all = 0;
        all = Traits<Key>::TwiddleIn(all);
        if (DESCENDING)
            all = static_cast<bits>(~all);
        return static_cast<unsigned>(all >> bit) & ((1u << count) - 1);
    }

    // Counts the digits, and so knows where each goes.
    template <class Offset>
    __device__ void pass(const Key *from, Key *to, const Value *value_from, Value *value_to,
                         Offset begin, Offset end, int bit) const {
        const int count = end_bit - bit < DIGIT_BITS ? end_bit - bit : DIGIT_BITS;
        Offset place[DIGITS + 1] = {};
        for (Offset i = begin; i < end; ++i)
            ++place[digit_of(from[i], bit, count) + 1];
        place[0] = begin;
        for (int digit = 0; digit < DIGITS; ++digit)
            place[digit + 1] += place[digit];
        for (Offset i = begin; i < end; ++i) {
            const Offset where = place[digit_of(from[i], bit, count)]++;
            to[where] = from[i];
            if constexpr (HAS_VALUES)
                value_to[where] = value_from[i];
        }
    }

    template <class Offset> __device__ void sort(Offset begin, Offset end) const {
        const int passes = (end_bit - begin_bit + DIGIT_BITS - 1) / DIGIT_BITS;
        const Key *from = keys.unsorted;
        const Value *value_from = values.unsorted;
        for (int i = 0; i < (passes > 0 ? passes : 1); ++i) {
            const bool to_end = (passes - i) % 2 != 0 || passes == 0;
            Key *to = to_end ? keys.sorted : keys.other;
            Value *value_to = to_end ? values.sorted : values.other;
            if (passes == 0)
                for (Offset at = begin; at < end; ++at) {
                    to[at] = from[at];
                    if constexpr (HAS_VALUES)
                        value_to[at] = value_from[at];
                }
            else
                pass(from, to, value_from, value_to, begin, end, begin_bit + i * DIGIT_BITS);
            from = to;
            value_from = value_to;
        }
    }
};

// What both kinds of sort do on the host. Segments: a function that gives the begin and the end of
// the segment of that number.
template <bool DESCENDING, class Key, class Value, class Offset, class Segments>
cudaError_t radix_sort_segments(void *temporary, std::size_t &temporary_bytes,
                                DoubleBuffer<Key> &keys, DoubleBuffer<Value> &values, Offset items,
                                int segments, Segments segment, int begin_bit, int end_bit,
                                cudaStream_t stream) {
    using sorter = radix_sorter<DESCENDING, Key, Value>;
    void *others[2] = {};
    std::size_t bytes[2] = {static_cast<std::size_t>(items) * sizeof(Key),
                            sorter::HAS_VALUES ? static_cast<std::size_t>(items) * sizeof(Value)
                                               : 0};
    const cudaError_t error = AliasTemporaries(temporary, temporary_bytes, others, bytes);
    if (error != cudaSuccess || temporary == nullptr)
        return error;
    if (items == 0 || segments == 0)
        return cudaSuccess;
    const sorter sort = {{keys.Current(), keys.Alternate(), static_cast<Key *>(others[0])},
                         {values.Current(), values.Alternate(), static_cast<Value *>(others[1])},
                         begin_bit,
                         end_bit};
    ::cuda_emulator::launch_library_kernel(
        "DeviceRadixSort", (segments + 255) / 256, segments < 256 ? segments : 256, 0, stream, [=] {
            const int number = static_cast<int>(blockIdx.x * 256 + threadIdx.x);
            if (number < segments)
                sort.sort(segment(number, false), segment(number, true));
        });
    keys.selector ^= 1;
    values.selector ^= 1;
    return cudaPeekAtLastError();
}

template <bool IS_DESCENDING, class KeyT, class ValueT, class OffsetT> struct DispatchRadixSort {
    static cudaError_t Dispatch(void *temporary, std::size_t &temporary_bytes,
                                DoubleBuffer<KeyT> &keys, DoubleBuffer<ValueT> &values,
                                OffsetT items, int begin_bit, int end_bit, bool,
                                cudaStream_t stream, bool) {
        const auto whole = [=](int, bool end) { return end ? items : OffsetT(0); };
        return radix_sort_segments<IS_DESCENDING>(temporary, temporary_bytes, keys, values, items,
                                                  1, whole, begin_bit, end_bit, stream);
    }
};

template <bool IS_DESCENDING, class KeyT, class ValueT, class BeginOffsetIteratorT,
          class EndOffsetIteratorT, class OffsetT>
struct DispatchSegmentedRadixSort {
    static cudaError_t Dispatch(void *temporary, std::size_t &temporary_bytes,
                                DoubleBuffer<KeyT> &keys, DoubleBuffer<ValueT> &values, int items,
                                int segments, BeginOffsetIteratorT begins, EndOffsetIteratorT ends,
                                int begin_bit, int end_bit, bool, cudaStream_t stream, bool) {
        const auto segment = [=](int number, bool end) {
            return static_cast<OffsetT>(end ? ends[number] : begins[number]);
        };
        return radix_sort_segments<IS_DESCENDING>(temporary, temporary_bytes, keys, values,
                                                  OffsetT(items), segments, segment, begin_bit,
                                                  end_bit, stream);
    }
};

CUB_NAMESPACE_END
