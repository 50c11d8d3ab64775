/* driver_functions.h: make_cudaExtent() and its relatives. Programs include it by name; everything
 * is in cuda_runtime_api.h. */
#include "cuda_runtime_api.h"
