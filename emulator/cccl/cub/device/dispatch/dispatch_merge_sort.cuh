// dispatch_merge_sort.cuh: CUB's own, with the emulator's dynamic shared memory.
#pragma once

#include <cub/util_math.cuh>
#include <cub/util_device.cuh>
#include <cub/util_namespace.cuh>
#include <cub/agent/agent_merge_sort.cuh>
#include <thrust/system/cuda/detail/core/triple_chevron_launch.h>
#include <thrust/detail/integer_math.h>

CUB_NAMESPACE_BEGIN
CUDA_EMULATOR_DYNAMIC_SHARED char shmem[] CUDA_EMULATOR_DYNAMIC_SHARED_LABEL;
CUB_NAMESPACE_END

#pragma push_macro("__shared__")
#undef __shared__
#define __shared__ CUDA_EMULATOR_THREAD
#include <cub/device/dispatch/dispatch_merge_sort.installed.cuh>
#pragma pop_macro("__shared__")
