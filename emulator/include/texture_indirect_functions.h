// texture_indirect_functions.h: texture functions. Programs include it by name; everything is in cuda_runtime.h.
#include "cuda_runtime.h"
