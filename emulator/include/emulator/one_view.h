// one_view.h: how Thrust and CUB learn that they are compiled once, and that whether a function
// runs on the device is known when it is called. They have known one such compiler, NVIDIA's
// nvc++: they ask for its macro, and ask its built-in function.
#ifndef CUDA_EMULATOR_ONE_VIEW_H
#define CUDA_EMULATOR_ONE_VIEW_H

#include "emulator/block.h"
#include "emulator/nvcc.h"

#define _NVHPC_CUDA 0 // some ask whether it is defined, and some what it is
#define __NVCOMPILER_CUDA_ARCH__ CUDA_EMULATOR_ARCH
#define __cudaDeviceSynchronizeDeprecationAvoidance cudaDeviceSynchronize
#define __builtin_is_device_code() (::cuda_emulator::block.current != nullptr)

#endif
