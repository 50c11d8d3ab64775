// $ ./book check
// exit: 98
// says: __syncwarp
// Warp-synchronous tail of a reduction after a hand-over by an atomic flag (ScoR reduction). The mistake is
// the missing __syncwarp() between the rounds, not the order of the atomic operations.
#include <cuda_runtime.h>
__global__ void k(volatile int* s, int* lock) {
  int t = threadIdx.x;
  if (t >= 32) {
    s[t] = t;
    __threadfence_block();
    atomicExch_block(&lock[t], 1);
  } else {
    while (atomicAdd_block(&lock[t + 32], 0) != 1) {}
    __threadfence_block();
    s[t] = s[t + 32];
    if (t < 16) s[t] = s[t] + s[t + 16];
  }
}
__global__ void init(int* s, int* lock) { s[threadIdx.x] = 0, lock[threadIdx.x] = 0; }
int main() {
  int *s, *l;
  if (cudaMalloc(&s, 256) != cudaSuccess || cudaMalloc(&l, 256) != cudaSuccess) return 1;
  init<<<1, 64>>>(s, l);
  k<<<1, 64>>>(s, l);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  return cudaFree(s) != cudaSuccess || cudaFree(l) != cudaSuccess;
}
