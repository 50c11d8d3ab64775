// $ ./book check
// atomicExch() whose result nobody uses is a store (ScoR norace_interblock_atom; also what cuda::atomic's
// store() comes down to): the checker calls it a read of memory that nothing has written.
#include <cuda_runtime.h>
__global__ void k(int* d) { atomicExch(&d[threadIdx.x], 1); }
int main() {
  int* d;
  if (cudaMalloc(&d, 128) != cudaSuccess) return 1;
  k<<<1, 32>>>(d);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  return cudaFree(d) != cudaSuccess;
}
