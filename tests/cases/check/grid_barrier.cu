// $ ./book check
// A barrier of the whole grid made by hand (all blocks fit on any device at once): works on a GPU. Blocks run one
// after another here, so block 0 waits for ever; what is said?
#include <cuda_runtime.h>
__device__ int arrived;
__global__ void k(int* d) {
  d[blockIdx.x] = blockIdx.x;
  __threadfence();
  atomicAdd(&arrived, 1);
  while (atomicAdd(&arrived, 0) < gridDim.x) {}
  __threadfence();
  d[2 + blockIdx.x] = d[1 - blockIdx.x];
}
int main() {
  int* d;
  if (cudaMalloc(&d, 16) != cudaSuccess) return 1;
  k<<<2, 1>>>(d);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  return cudaFree(d) != cudaSuccess;
}
