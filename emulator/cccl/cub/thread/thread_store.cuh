// thread_store.cuh: stores by the way that they take through the caches, in CUDA C++. The
// originals, in PTX, stay there under another name.
#pragma once

#include "../config.cuh"
#include "../util_ptx.cuh"
#include "../util_type.cuh"

#define ThreadStore PtxThreadStore
#include <emulator/at_once.h>

#include <cub/thread/thread_store.installed.cuh>
#undef ThreadStore

CUB_NAMESPACE_BEGIN

template <CacheStoreModifier MODIFIER, class Iterator, class T>
__device__ __forceinline__ void ThreadStore(Iterator to, T value) {
    constexpr bool AT_ONCE =
        MODIFIER == STORE_CG || MODIFIER == STORE_WT || MODIFIER == STORE_VOLATILE;
    if constexpr (AT_ONCE && std::is_pointer<Iterator>::value)
        ::cuda_emulator::store_at_once(to, value);
    else
        *to = value;
}

CUB_NAMESPACE_END
