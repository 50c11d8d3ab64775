// device_launch_parameters.h: the built-in variables. Programs include it by name; everything is in cuda_runtime.h.
#include "cuda_runtime.h"
