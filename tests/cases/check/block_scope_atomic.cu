// $ ./book check
// exit: 98
// says: block
// atomicAdd_block() on one place by two blocks is no atomic operation between them: a race
// (ScoR race_interblock_blkatom). The checker was silent.
#include <cuda_runtime.h>
__global__ void k(int* data) { atomicAdd_block(&data[0], 1); }
int main() {
  int* d;
  if (cudaMalloc(&d, 4) != cudaSuccess || cudaMemset(d, 0, 4) != cudaSuccess) return 1;
  k<<<2, 1>>>(d);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  return cudaFree(d) != cudaSuccess;
}
