#line 1 "include/sub/kernels.cuh"
static __global__ void in_sub() { CUDA_EMULATOR_PARAMETERS() CUDA_EMULATOR_KERNEL_BEGIN(0)   CUDA_EMULATOR_KERNEL_END }
