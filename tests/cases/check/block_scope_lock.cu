// $ ./book check
// exit: 98
// says: block
// A lock of atomicCAS_block()/atomicExch_block() between two blocks, with the device's fences that the checker asks for
// in ScoR race_interblock_blklock_waw: the lock still excludes nobody of another block. The checker was silent.
#include <cuda_runtime.h>
__device__ int lock;
__global__ void k(int* data) {
  while (atomicCAS_block(&lock, 0, 1) != 0) {}
  __threadfence();
  data[0] += 1;
  __threadfence();
  atomicExch_block(&lock, 0);
}
int main() {
  int* d;
  if (cudaMalloc(&d, 4) != cudaSuccess || cudaMemset(d, 0, 4) != cudaSuccess) return 1;
  k<<<2, 1>>>(d);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  return cudaFree(d) != cudaSuccess;
}
