// $ ./book check
// says: (same|equal) value
// Many threads store the same value (the `*changed = 1` of BFS): formally a race, in practice harmless;
// racecheck calls it INFO. The checker calls it an error and does not say that the values are the same.
#include <cuda_runtime.h>
__global__ void k(int* changed) { *changed = 1; }
int main() {
  int* d;
  if (cudaMalloc(&d, 4) != cudaSuccess || cudaMemset(d, 0, 4) != cudaSuccess) return 1;
  k<<<2, 32>>>(d);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  return cudaFree(d) != cudaSuccess;
}
