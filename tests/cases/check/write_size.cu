// $ ./book check
// exit: 98
// says: writes 8 bytes there
// Two threads write 8 bytes each to one place; the report says "writes 8 bytes" and "writes 4 bytes there".
#include <cuda_runtime.h>
__global__ void k(long* d) { d[0] = threadIdx.x; }
int main() {
  long* d;
  if (cudaMalloc(&d, 16) != cudaSuccess) return 1;
  k<<<1, 2>>>(d);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  return cudaFree(d) != cudaSuccess;
}
