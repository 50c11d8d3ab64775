// builtin_types.h: the types of the runtime API. Programs include it by name; everything is in cuda_runtime.h.
#include "cuda_runtime.h"
