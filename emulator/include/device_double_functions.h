// device_double_functions.h: functions of double. Programs include it by name; everything is in
// cuda_runtime.h.
#include "cuda_runtime.h"
