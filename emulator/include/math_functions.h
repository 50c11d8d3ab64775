// math_functions.h: device math. Programs include it by name; everything is in cuda_runtime.h.
#include "cuda_runtime.h"
