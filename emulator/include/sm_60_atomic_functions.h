// sm_60_atomic_functions.h: atomic functions. Programs include it by name; everything is in cuda_runtime.h.
#include "cuda_runtime.h"
