// device_types.h: types of device code. Programs include it by name; everything is in cuda_runtime.h.
#include "cuda_runtime.h"
