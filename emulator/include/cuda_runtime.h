// cuda_runtime.h: the CUDA runtime for C++ programs, on the CPU.
//
// Stands where the toolkit's header of this name would be. A program that includes it, put
// through the source rewriter first, runs its kernels on the processors of this machine.
#ifndef CUDA_RUNTIME_H
#define CUDA_RUNTIME_H
// Which programs ask for.
#define __CUDA_RUNTIME_H__
#define __DEVICE_LAUNCH_PARAMETERS_H__

// nvcc includes these in every .cu file, and listings in books rely on it; <cassert> and <new>, which it has for device
// code, too.
#ifdef __cplusplus
#include <cassert>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <ctype.h>
#include <new>
#endif

#include "host_defines.h"
#include "library_types.h"
#include "device_types.h"
#include "vector_types.h"
#include "cuda_runtime_api.h"
#include "vector_functions.h"
#include "channel_descriptor.h"

#ifdef __cplusplus
#include "emulator/special_functions.h"
#include "emulator/builtin_variables.h"
#include "emulator/guarded.h"
#include "emulator/api_templates.h"
#include "emulator/barrier.h"
#include "emulator/spins.h"
#include "emulator/strides.h"
#include "emulator/conditional.h"
#include "emulator/kernel.h"
#include "emulator/launch_templates.h"
#include "emulator/lanes.h"
#include "emulator/steps.h"
#include "emulator/atomics.h"
#include "emulator/ordered_atomics.h"
#include "emulator/clusters.h"
#include "emulator/shared_addresses.h"
#include "emulator/special_registers.h"
#include "emulator/warp.h"
#include "emulator/textures.h"
#include "emulator/device_math.h"
#include "emulator/removed.h"
#endif

#endif
