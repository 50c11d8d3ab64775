// sm_61_intrinsics.h: dot products of bytes (__dp4a). Programs include it by name; everything is in
// cuda_runtime.h.
#include "cuda_runtime.h"
