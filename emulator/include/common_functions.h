// common_functions.h: device functions that C has too. Programs include it by name; everything is in cuda_runtime.h.
#include "cuda_runtime.h"
