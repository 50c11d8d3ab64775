// device_functions.h: device functions such as __syncthreads(). Programs include it by name; everything is in cuda_runtime.h.
#include "cuda_runtime.h"
