// surface_indirect_functions.h: surface functions. Programs include it by name; everything is in cuda_runtime.h.
#include "cuda_runtime.h"
