// util_device.cuh: what CUB asks the runtime about its kernels, which are no kernels of the
// emulator's: see ../thrust/system/cuda/detail/core/triple_chevron_launch.h.
#pragma once

#include "detail/device_synchronize.cuh"

#include <emulator/library_kernel.h>

#define cudaFuncGetAttributes ::cuda_emulator::attributes_of_library_kernel
#define cudaOccupancyMaxActiveBlocksPerMultiprocessor ::cuda_emulator::blocks_of_library_kernel
#include <cub/util_device.installed.cuh>
#undef cudaFuncGetAttributes
#undef cudaOccupancyMaxActiveBlocksPerMultiprocessor
