#define KERNEL_FROM_HEADER __global__ void
__global__ void only_declared();
