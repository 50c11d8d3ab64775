#line 1 "headers/uses_macro.h"
KERNEL_FROM_HEADER from_macro() { CUDA_EMULATOR_KERNEL_BEGIN(0)   CUDA_EMULATOR_KERNEL_END }
