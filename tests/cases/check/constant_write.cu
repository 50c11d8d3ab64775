// $ ./book check
// exit: 98
// says: {here}
// A kernel writes to __constant__ memory (GPUVerify misc/fail/miscfail5, misc/pass/misc3): no device can.
// The checker was silent.
#include <cuda_runtime.h>
__constant__ int c[4];
__global__ void k() { c[threadIdx.x] = threadIdx.x; } // here
int main() {
  k<<<1, 4>>>();
  return cudaDeviceSynchronize() != cudaSuccess;
}
