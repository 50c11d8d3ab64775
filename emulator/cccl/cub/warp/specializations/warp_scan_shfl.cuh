// warp_scan_shfl.cuh: the steps of CUB that are written in PTX are for sums only: here they are for
// something that nobody has, and sums go the way of all other operators, all steps at once.
#pragma once

#include "../../config.cuh"
#include "../../thread/thread_operators.cuh"
#include "../../util_ptx.cuh"
#include "../../util_type.cuh"

#define Sum PtxSum
#define WarpScanShfl PtxWarpScanShfl
#include <cub/warp/specializations/warp_scan_shfl.installed.cuh>
#undef Sum
#undef WarpScanShfl

CUB_NAMESPACE_BEGIN

template <class T, int THREADS, int ARCH> struct WarpScanShfl : PtxWarpScanShfl<T, THREADS, ARCH> {
    using installed = PtxWarpScanShfl<T, THREADS, ARCH>;
    using installed::InclusiveScan;
    using installed::installed;

    template <class Value, class Operator>
    __device__ __forceinline__ void InclusiveScan(Value input, Value &output, Operator combine) {
        if constexpr (!IN_ONE_MEETING<Value, Operator>)
            return installed::InclusiveScan(input, output, combine);
        output = input;
        scan(output, combine, 0);
    }
    // A new sum begins wherever a key differs from the one before it.
    template <class Key, class Value, class Operator>
    __device__ __forceinline__ void InclusiveScan(KeyValuePair<Key, Value> input,
                                                  KeyValuePair<Key, Value> &output,
                                                  ReduceByKeyOp<Operator> combine) {
        if constexpr (!IN_ONE_MEETING<Value, Operator>)
            return installed::InclusiveScan(input, output, combine);
        output = input;
        const Key before = ShuffleUp<THREADS>(input.key, 1, 0, this->member_mask);
        const unsigned heads = __ballot_sync(this->member_mask, before != input.key);
        scan(output.value, combine.op, CUB_MAX(0, 31 - __clz(heads & LaneMaskLe())));
    }
    template <class Operator>
    __device__ __forceinline__ void InclusiveScan(T input, T &output, Operator combine,
                                                  T &aggregate) {
        InclusiveScan(input, output, combine);
        aggregate = ShuffleIndex<THREADS>(output, THREADS - 1, this->member_mask);
    }

private:
    template <class Value, class Operator>
    __device__ __forceinline__ void scan(Value &value, Operator &combine, int first) {
        ::cuda_emulator::scan_warp<THREADS>(
            value, combine, static_cast<int>(this->warp_id) * THREADS + first, this->member_mask);
    }
};

CUB_NAMESPACE_END
