// $ ./book check
// exit: 98
// says: race
// Block 0 takes the lock without a fence behind it, block 1 with one (ScoR race_interblock_lock-no-stf_waw).
// Blocks run in the order 0, 1: only the order 1, 0 shows the race, so both orders are tried.
// With the two branches swapped (-DSWAPPED) it is found.
#include <cuda_runtime.h>
#ifdef SWAPPED
#define FIRST 1
#else
#define FIRST 0
#endif
__device__ int lock;
__global__ void k(int* data) {
  while (atomicCAS(&lock, 0, 1) != 0) {}
  if (blockIdx.x != FIRST) __threadfence();
  data[0] += 1;
  __threadfence();
  atomicExch(&lock, 0);
}
int main() {
  int* d;
  if (cudaMalloc(&d, 4) != cudaSuccess || cudaMemset(d, 0, 4) != cudaSuccess) return 1;
  k<<<2, 1>>>(d);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  return cudaFree(d) != cudaSuccess;
}
