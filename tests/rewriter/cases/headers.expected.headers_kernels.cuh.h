#line 1 "headers/kernels.cuh"
#pragma once
#include "@CASES@/headers/plain.h"
static __global__ void k(int) { CUDA_EMULATOR_KERNEL_BEGIN(0)   CUDA_EMULATOR_KERNEL_END }
