// $ ./book check
// exit: 98
// says: hang_says_nothing.cu
// The lock is never initialised (ScoR matrix-multiplication does the same), so the kernel never ends. The read of unwritten
// memory is known, but said only when the watchdog has given up (CUDA_EMULATOR_WATCHDOG=1: after 27 s of wall time, on a
// loaded machine; by default no word within 60 s): Ctrl-C, or a timeout's SIGTERM, leaves nothing. And one of the places
// is the checker's own: "emulator/checker/hooks.cpp:496: thread 15 still runs".
#include <cuda_runtime.h>
__global__ void k(int* lock) {
  while (atomicCAS(lock, 0, 1) != 0) {}
  atomicExch(lock, 0);
}
int main() {
  int* d;
  if (cudaMalloc(&d, 4) != cudaSuccess) return 1;
  k<<<1, 32>>>(d);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  return cudaFree(d) != cudaSuccess;
}
