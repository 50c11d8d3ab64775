// sm_30_intrinsics.h: warp shuffles. Programs include it by name; everything is in cuda_runtime.h.
#include "cuda_runtime.h"
