// warp_reduce_shfl.cuh: the steps of CUB that are written in PTX are for sums only: here they are
// for something that nobody has, and sums go the way of all other operators, all steps at once.
#pragma once

#include "../../config.cuh"
#include "../../thread/thread_operators.cuh"
#include "../../util_ptx.cuh"
#include "../../util_type.cuh"

#define Sum PtxSum
#define WarpReduceShfl PtxWarpReduceShfl
#include <cub/warp/specializations/warp_reduce_shfl.installed.cuh>
#undef Sum
#undef WarpReduceShfl

CUB_NAMESPACE_BEGIN

template <class T, int THREADS, int ARCH>
struct WarpReduceShfl : PtxWarpReduceShfl<T, THREADS, ARCH> {
    using installed = PtxWarpReduceShfl<T, THREADS, ARCH>;
    using installed::installed;

    template <bool ALL_LANES_VALID, class Operator>
    __device__ __forceinline__ T Reduce(T value, int valid, Operator combine) {
        if constexpr (!IN_ONE_MEETING<T, Operator>)
            return installed::template Reduce<ALL_LANES_VALID>(value, valid, combine);
        const int last = (ALL_LANES_VALID ? THREADS : valid) - 1;
        ::cuda_emulator::reduce_warp<THREADS>(value, combine, this->warp_id * THREADS + last,
                                              this->member_mask);
        return value;
    }
};

CUB_NAMESPACE_END
