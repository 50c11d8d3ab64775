// warp_reduce_shfl.cuh: the steps of CUB that are written in PTX are for sums only: here they are
// for something that nobody has, and sums go the way of all other operators.
#pragma once

#include "../../config.cuh"
#include "../../thread/thread_operators.cuh"
#include "../../util_ptx.cuh"
#include "../../util_type.cuh"

#define Sum PtxSum
#include <cub/warp/specializations/warp_reduce_shfl.installed.cuh>
#undef Sum
