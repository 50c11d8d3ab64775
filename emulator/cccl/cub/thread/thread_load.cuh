// thread_load.cuh: loads by the way that they take through the caches, in CUDA C++. The originals,
// in PTX, stay there under another name.
#pragma once

#include "../config.cuh"
#include "../util_ptx.cuh"
#include "../util_type.cuh"

#define ThreadLoad PtxThreadLoad
#include <emulator/at_once.h>

#include <cub/thread/thread_load.installed.cuh>
#undef ThreadLoad

CUB_NAMESPACE_BEGIN

template <CacheLoadModifier MODIFIER, class Iterator>
__device__ __forceinline__ cub::detail::value_t<Iterator> ThreadLoad(Iterator from) {
    using value = cub::detail::value_t<Iterator>;
    constexpr bool AT_ONCE =
        MODIFIER == LOAD_CG || MODIFIER == LOAD_CV || MODIFIER == LOAD_VOLATILE;
    if constexpr (AT_ONCE && std::is_pointer<Iterator>::value)
        return ::cuda_emulator::load_at_once<value>(from);
    else
        return *from;
}

CUB_NAMESPACE_END
