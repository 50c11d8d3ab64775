// sm_32_intrinsics.h: device intrinsics. Programs include it by name; everything is in cuda_runtime.h.
#include "cuda_runtime.h"
