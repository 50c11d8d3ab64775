// agent_launcher.h: the kernels of Thrust, with the emulator's dynamic shared memory.
#pragma once

#include <cub/detail/device_synchronize.cuh>
#include <thrust/detail/config.h>
#include <thrust/system/cuda/detail/core/triple_chevron_launch.h>
#include <thrust/system/cuda/detail/core/util.h>
#include <thrust/system/cuda/detail/guarded_cuda_runtime_api.h>

THRUST_NAMESPACE_BEGIN
namespace cuda_cub {
namespace core {
CUDA_EMULATOR_DYNAMIC_SHARED char shmem[] CUDA_EMULATOR_DYNAMIC_SHARED_LABEL;
}
} // namespace cuda_cub
THRUST_NAMESPACE_END

#pragma push_macro("__shared__")
#undef __shared__
#define __shared__ CUDA_EMULATOR_THREAD
#include <thrust/system/cuda/detail/core/agent_launcher.installed.h>
#pragma pop_macro("__shared__")
