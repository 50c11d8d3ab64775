// $ ./book run
// says: ^3$
#include <cstdio>
#include <cuda_fp16.h>
__global__ void k(__half *p) { *p = __hadd(*p, *p); }
int main() { __half *p; cudaMallocManaged(&p, 2); *p = __float2half(1.5f); k<<<1, 1>>>(p); cudaDeviceSynchronize(); std::printf("%g\n", __half2float(*p)); }
