// $ ./book run
// says: ^1$
#include <cstdio>
#include <cuda_runtime.h>
__global__ void k(int *p) { *p = 1; }
int main() { int *p; cudaMallocManaged(&p, 4); void *a[] = {&p}; cudaLaunchCooperativeKernel(k, dim3(1), dim3(1), a, 0, 0); cudaDeviceSynchronize(); std::printf("%d\n", *p); }
